package custos;

import java.io.FileInputStream;
import java.io.InputStream;

/** The inputs of a run, in its order: one a line, in the file "inputs" of the folder that the program starts in. */
public final class Inputs {
    private static InputStream file;

    private Inputs() {
    }

    /** The bits of the next one. A program that asks for more has left the run that was found. */
    public static long next() {
        try {
            if (file == null)
                file = new FileInputStream("inputs");
            long bits = 0;
            int digits = 0;
            for (int c = file.read(); c >= '0'; c = file.read(), digits++)
                bits = bits << 4 | Character.digit(c, 16);
            if (digits > 0)
                return bits;
        } catch (java.io.IOException e) {
            System.err.println(e);
        }
        System.err.println("custos: the program asks for more inputs than the run has");
        Runtime.getRuntime().halt(3);
        return 0;
    }

    /** A number of letters, then each of them, as the model of nondetString asks for them. */
    public static String nextString() {
        int length = (int) next();
        assume(length >= 0);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < length; i++)
            out.append((char) next());
        return out.toString();
    }

    /** What does not hold, no run goes beyond. */
    public static void assume(boolean condition) {
        if (condition)
            return;
        System.err.println("custos: an assumption does not hold");
        Runtime.getRuntime().halt(4);
    }
}
