package gov.nasa.jpf.abstraction;

import custos.Inputs;

/** PANDA's inputs, with the inputs of a run. */
public final class Verifier {
    private Verifier() {
    }

    public static int unknownInt() {
        return (int) Inputs.next();
    }

    public static int unknownNonNegativeInt() {
        int value = (int) Inputs.next();
        Inputs.assume(value >= 0);
        return value;
    }

    public static char unknownChar() {
        return (char) Inputs.next();
    }

    public static boolean unknownBool() {
        return Inputs.next() != 0;
    }
}
