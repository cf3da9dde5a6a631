#include "/etc/passwd"
init { skip }
