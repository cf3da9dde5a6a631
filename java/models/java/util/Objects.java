package java.util;

import java.util.function.Supplier;

public final class Objects {
    private Objects() {}
    public static boolean equals(Object a, Object b) { return a == b || a != null && a.equals(b); }
    public static int hashCode(Object x) { return x == null ? 0 : x.hashCode(); }
    public static int hash(Object... all) { return Arrays.hashCode(all); }
    public static String toString(Object x) { return String.valueOf(x); }
    public static String toString(Object x, String other) { return x == null ? other : x.toString(); }
    public static <T> int compare(T a, T b, Comparator<? super T> order) { return a == b ? 0 : order.compare(a, b); }
    public static <T> T requireNonNull(T x) {
        if (x == null) throw new NullPointerException();
        return x;
    }
    public static <T> T requireNonNull(T x, String message) {
        if (x == null) throw new NullPointerException(message);
        return x;
    }
    public static <T> T requireNonNull(T x, Supplier<String> message) {
        if (x == null) throw new NullPointerException(message == null ? null : message.get());
        return x;
    }
    public static <T> T requireNonNullElse(T x, T other) { return x != null ? x : requireNonNull(other, "defaultObj"); }
    public static boolean isNull(Object x) { return x == null; }
    public static boolean nonNull(Object x) { return x != null; }
    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length)
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        return index;
    }
}
