// run in a larger expression
proctype P() { skip }
init { if :: run P() && run P() fi }
