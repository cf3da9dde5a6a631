package custos;

/** What invokedynamic makes strings of. */
public final class Strings {
    private Strings() {}
    public static String of(String x) { return x == null ? "null" : x; }
    public static String of(Object x) { return String.valueOf(x); }
    public static String of(boolean x) { return String.valueOf(x); }
    public static String of(char x) { return String.valueOf(x); }
    public static String of(byte x) { return String.valueOf(x); }
    public static String of(short x) { return String.valueOf(x); }
    public static String of(int x) { return String.valueOf(x); }
    public static String of(long x) { return String.valueOf(x); }
    public static String of(float x) { return String.valueOf(x); }
    public static String of(double x) { return String.valueOf(x); }
    public static String copy(String x) { return new String(x); }
    public static String join(String a, String b) { return a.concat(b); }
}
