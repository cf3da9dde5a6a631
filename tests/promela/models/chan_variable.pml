// a variable that holds a channel
chan a = [1] of { byte }; chan b = [1] of { byte };
active proctype P() { chan c; if :: c = a :: c = b fi; c!1; if :: a?[1] -> a?_ :: b?[1] -> b?_ fi; assert(len(a) + len(b) == 0) }
