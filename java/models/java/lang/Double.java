package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;

/** Text is supported where it has few digits. The machine knows the bits. */
public final class Double extends Number implements Comparable<Double>, Constable, ConstantDesc {
    public static final double POSITIVE_INFINITY = 1 / (double) 0, NEGATIVE_INFINITY = -1 / (double) 0, NaN = 0 / (double) 0;
    public static final double MAX_VALUE = 1.7976931348623157E308, MIN_VALUE = 4.9E-324, MIN_NORMAL = 2.2250738585072014E-308;
    public static final int SIZE = 64, BYTES = 8;

    private final double value;

    public Double(double value) { this.value = value; }
    public static Double valueOf(double value) { return new Double(value); }
    public byte byteValue() { return (byte) value; }
    public short shortValue() { return (short) value; }
    public int intValue() { return (int) value; }
    public long longValue() { return (long) value; }
    public float floatValue() { return (float) value; }
    public double doubleValue() { return value; }
    public boolean isNaN() { return value != value; }
    public static boolean isNaN(double x) { return x != x; }
    public boolean isInfinite() { return isInfinite(value); }
    public static boolean isInfinite(double x) { return x == POSITIVE_INFINITY || x == NEGATIVE_INFINITY; }
    public static boolean isFinite(double x) { return x - x == 0; }
    public boolean equals(Object other) { return other instanceof Double && compare(((Double) other).value, value) == 0; }
    public int compareTo(Double other) { return compare(value, other.value); }
    /** What is no number is the greatest; the negative zero is less than the other. */
    public static int compare(double a, double b) {
        if (a < b) return -1;
        if (a > b) return 1;
        if (a != a) return b != b ? 0 : 1;
        if (b != b) return -1;
        if (a != 0) return 0;
        boolean isLess = 1 / a < 0, isOtherLess = 1 / b < 0;
        return isLess == isOtherLess ? 0 : isLess ? -1 : 1;
    }
    public static double max(double a, double b) { return Math.max(a, b); }
    public static double min(double a, double b) { return Math.min(a, b); }
    public static double sum(double a, double b) { return a + b; }
    public int hashCode() { return Long.hashCode(doubleToLongBits(value)); }
    public static int hashCode(double x) { return Long.hashCode(doubleToLongBits(x)); }
    public static native long doubleToLongBits(double x);
    public static native long doubleToRawLongBits(double x);
    public static native double longBitsToDouble(long x);
    public String toString() { return custos.Fractions.ofDouble(value); }
    public static String toString(double x) { return custos.Fractions.ofDouble(x); }
    public static double parseDouble(String text) { return custos.Fractions.parseDouble(text); }
    public static Double valueOf(String text) { return valueOf(parseDouble(text)); }
}
