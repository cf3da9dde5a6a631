package java.lang;

/** What is printed is made, and dropped. */
public final class System {
    public static final java.io.PrintStream out = new java.io.PrintStream();
    public static final java.io.PrintStream err = new java.io.PrintStream();

    private System() {}
    public static native void exit(int status);
    public static native void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length);
}
