package java.lang;

/** What is printed is made, and dropped. What is read, and the time, are inputs. */
public final class System {
    public static final java.io.PrintStream out = new java.io.PrintStream();
    public static final java.io.PrintStream err = new java.io.PrintStream();
    public static final java.io.InputStream in = new java.io.StandardInput();

    private System() {}
    public static native void exit(int status);
    public static native void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length);
    public static String lineSeparator() { return "\n"; }
    public static long currentTimeMillis() { return custos.Inputs.nondetLong(); }
    public static long nanoTime() { return custos.Inputs.nondetLong(); }
    public static native int identityHashCode(Object x);
    public static void gc() {}
}
