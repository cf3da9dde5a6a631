package java.io;

/** What is printed is made, and dropped. */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    /** The standard ones. */
    public PrintStream() { super(null); }

    private static void drop(Object x) { if (custos.Machine.hasText(x)) String.valueOf(x); }
    public void print(boolean x) {}
    public void print(char x) {}
    public void print(int x) {}
    public void print(long x) {}
    public void print(float x) {}
    public void print(double x) {}
    public void print(String x) {}
    public void print(char[] x) { int length = x.length; }
    public void print(Object x) { drop(x); }
    public void println() {}
    public void println(boolean x) {}
    public void println(char x) {}
    public void println(int x) {}
    public void println(long x) {}
    public void println(float x) {}
    public void println(double x) {}
    public void println(String x) {}
    public void println(char[] x) { int length = x.length; }
    public void println(Object x) { drop(x); }
    public PrintStream printf(String format, Object... arguments) {
        custos.Formats.format(format, arguments, true);
        return this;
    }
    public PrintStream format(String format, Object... arguments) { return printf(format, arguments); }
    public PrintStream append(CharSequence x) { drop(x); return this; }
    public PrintStream append(CharSequence x, int from, int to) { String.valueOf(x).substring(from, to); return this; }
    public PrintStream append(char x) { return this; }
    public void write(int b) {}
    public void flush() {}
    public void close() {}
    public boolean checkError() { return false; }
}
