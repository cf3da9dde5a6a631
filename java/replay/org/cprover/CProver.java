package org.cprover;

import custos.Inputs;

/** JBMC's inputs, with the inputs of a run. */
public final class CProver {
    private CProver() {
    }

    public static boolean nondetBoolean() {
        return Inputs.next() != 0;
    }

    public static byte nondetByte() {
        return (byte) Inputs.next();
    }

    public static char nondetChar() {
        return (char) Inputs.next();
    }

    public static short nondetShort() {
        return (short) Inputs.next();
    }

    public static int nondetInt() {
        return (int) Inputs.next();
    }

    public static long nondetLong() {
        return Inputs.next();
    }

    public static float nondetFloat() {
        return Float.intBitsToFloat((int) Inputs.next());
    }

    public static double nondetDouble() {
        return Double.longBitsToDouble(Inputs.next());
    }

    public static String nondetString() {
        return Inputs.nextString();
    }

    public static void assume(boolean condition) {
        Inputs.assume(condition);
    }
}
