// names that look like keywords or have underscores
byte _x, end_, do_it, if1;
active proctype active_() { _x = 1; end_ = _x; do_it = end_ + 1; if1 = do_it; goto fin; fin: skip }
