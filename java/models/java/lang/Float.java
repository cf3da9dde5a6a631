package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;

/** Text is supported where it has few digits. The machine knows the bits. */
public final class Float extends Number implements Comparable<Float>, Constable, ConstantDesc {
    public static final float POSITIVE_INFINITY = 1 / (float) 0, NEGATIVE_INFINITY = -1 / (float) 0, NaN = 0 / (float) 0;
    public static final float MAX_VALUE = 3.4028235E38f, MIN_VALUE = 1.4E-45f, MIN_NORMAL = 1.17549435E-38f;
    public static final int SIZE = 32, BYTES = 4;

    private final float value;

    public Float(float value) { this.value = value; }
    public Float(double value) { this.value = (float) value; }
    public static Float valueOf(float value) { return new Float(value); }
    public byte byteValue() { return (byte) value; }
    public short shortValue() { return (short) value; }
    public int intValue() { return (int) value; }
    public long longValue() { return (long) value; }
    public float floatValue() { return value; }
    public double doubleValue() { return value; }
    public boolean isNaN() { return value != value; }
    public static boolean isNaN(float x) { return x != x; }
    public boolean isInfinite() { return isInfinite(value); }
    public static boolean isInfinite(float x) { return x == POSITIVE_INFINITY || x == NEGATIVE_INFINITY; }
    public static boolean isFinite(float x) { return x - x == 0; }
    public boolean equals(Object other) { return other instanceof Float && compare(((Float) other).value, value) == 0; }
    public int compareTo(Float other) { return compare(value, other.value); }
    /** What is no number is the greatest; the negative zero is less than the other. */
    public static int compare(float a, float b) {
        if (a < b) return -1;
        if (a > b) return 1;
        if (a != a) return b != b ? 0 : 1;
        if (b != b) return -1;
        if (a != 0) return 0;
        boolean isLess = 1 / a < 0, isOtherLess = 1 / b < 0;
        return isLess == isOtherLess ? 0 : isLess ? -1 : 1;
    }
    public static float max(float a, float b) { return Math.max(a, b); }
    public static float min(float a, float b) { return Math.min(a, b); }
    public static float sum(float a, float b) { return a + b; }
    public int hashCode() { return floatToIntBits(value); }
    public static int hashCode(float x) { return floatToIntBits(x); }
    public static native int floatToIntBits(float x);
    public static native int floatToRawIntBits(float x);
    public static native float intBitsToFloat(int x);
    public String toString() { return custos.Fractions.ofFloat(value); }
    public static String toString(float x) { return custos.Fractions.ofFloat(x); }
    public static float parseFloat(String text) { return custos.Fractions.parseFloat(text); }
    public static Float valueOf(String text) { return valueOf(parseFloat(text)); }
}
