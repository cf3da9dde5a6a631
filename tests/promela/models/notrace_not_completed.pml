/* A run that ends before a notrace does is an invalid end state. */
chan c = [1] of { byte };
active proctype reader() {
end: c?1
}
notrace { c!_; c!1 }
