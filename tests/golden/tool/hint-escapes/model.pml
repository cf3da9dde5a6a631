init { assert(false) }
