package gov.nasa.jpf.vm;

import custos.Inputs;

/** Java PathFinder's inputs, with the inputs of a run. */
public final class Verify {
    private Verify() {
    }

    public static int getInt(int least, int most) {
        int value = (int) Inputs.next();
        Inputs.assume(least <= value && value <= most);
        return value;
    }

    public static boolean getBoolean() {
        return Inputs.next() != 0;
    }
}
