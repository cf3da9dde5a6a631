int shared = 2;
static int hidden = 7;
static int helper(int x) { return x * hidden; }
int other(int x) { return helper(x); }
