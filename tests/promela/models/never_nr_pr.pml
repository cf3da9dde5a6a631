// a claim is no process
active [2] proctype A() { skip }
never { do :: _nr_pr == 3 -> break :: else od }
