package java.lang;

import java.lang.constant.Constable;

public final class Byte extends Number implements Comparable<Byte>, Constable {
    public static final byte MIN_VALUE = -128, MAX_VALUE = 127;
    public static final int SIZE = 8, BYTES = 1;

    private final byte value;
    private final boolean isNew;

    public Byte(byte value) { this.value = value; isNew = true; }
    public Byte(String text) { this(parseByte(text, 10)); }
    private Byte(byte value, boolean isNew) { this.value = value; this.isNew = isNew; }
    /** Those of the cache are told apart by custos.Boxes. */
    public static Byte valueOf(byte value) { return new Byte(value, false); }
    public static Byte valueOf(String text) { return valueOf(parseByte(text, 10)); }
    public static Byte valueOf(String text, int radix) { return valueOf(parseByte(text, radix)); }
    public boolean isCached() { return !isNew; }

    public byte byteValue() { return value; }
    public short shortValue() { return value; }
    public int intValue() { return value; }
    public long longValue() { return value; }
    public float floatValue() { return value; }
    public double doubleValue() { return value; }
    public int hashCode() { return value; }
    public static int hashCode(byte x) { return x; }
    public boolean equals(Object other) { return other instanceof Byte && ((Byte) other).value == value; }
    public int compareTo(Byte other) { return value - other.value; }
    public static int compare(byte a, byte b) { return a - b; }
    public static byte parseByte(String text) { return parseByte(text, 10); }
    public static byte parseByte(String text, int radix) {
        int x = Integer.parseInt(text, radix);
        if (x < MIN_VALUE || x > MAX_VALUE) throw custos.Numbers.outOfRange(text, radix);
        return (byte) x;
    }
    public String toString() { return custos.Numbers.decimal(value); }
    public static String toString(byte x) { return custos.Numbers.decimal(x); }
    public static int toUnsignedInt(byte x) { return x & 0xFF; }
    public static long toUnsignedLong(byte x) { return x & 0xFFL; }
}
