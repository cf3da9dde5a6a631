package java.lang;

import java.lang.constant.Constable;

public final class Short extends Number implements Comparable<Short>, Constable {
    public static final short MIN_VALUE = -32768, MAX_VALUE = 32767;
    public static final int SIZE = 16, BYTES = 2;

    private final short value;
    private final boolean isNew;

    public Short(short value) { this.value = value; isNew = true; }
    public Short(String text) { this(parseShort(text, 10)); }
    private Short(short value, boolean isNew) { this.value = value; this.isNew = isNew; }
    /** Those of the cache are told apart by custos.Boxes. */
    public static Short valueOf(short value) { return new Short(value, value < -128 || value > 127); }
    public static Short valueOf(String text) { return valueOf(parseShort(text, 10)); }
    public static Short valueOf(String text, int radix) { return valueOf(parseShort(text, radix)); }
    public boolean isCached() { return !isNew; }

    public byte byteValue() { return (byte) value; }
    public short shortValue() { return value; }
    public int intValue() { return value; }
    public long longValue() { return value; }
    public float floatValue() { return value; }
    public double doubleValue() { return value; }
    public int hashCode() { return value; }
    public static int hashCode(short x) { return x; }
    public boolean equals(Object other) { return other instanceof Short && ((Short) other).value == value; }
    public int compareTo(Short other) { return value - other.value; }
    public static int compare(short a, short b) { return a - b; }
    public static short parseShort(String text) { return parseShort(text, 10); }
    public static short parseShort(String text, int radix) {
        int x = Integer.parseInt(text, radix);
        if (x < MIN_VALUE || x > MAX_VALUE) throw custos.Numbers.outOfRange(text, radix);
        return (short) x;
    }
    public String toString() { return custos.Numbers.decimal(value); }
    public static String toString(short x) { return custos.Numbers.decimal(x); }
    public static int toUnsignedInt(short x) { return x & 0xFFFF; }
    public static long toUnsignedLong(short x) { return x & 0xFFFFL; }
    public static short reverseBytes(short x) { return (short) (x << 8 | (x & 0xFFFF) >> 8); }
}
