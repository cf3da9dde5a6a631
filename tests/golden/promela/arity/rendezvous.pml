/* Two receivers wait; one of them names a field too many. Only the step of the
 * two has the error. */
chan c = [0] of { bit };

active proctype sender() { c!0 }
active proctype right() { c?_ }
active proctype wrong() { c?_, _ }
