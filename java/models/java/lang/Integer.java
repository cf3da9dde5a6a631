package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;

public final class Integer extends Number implements Comparable<Integer>, Constable, ConstantDesc {
    public static final int MIN_VALUE = 1 << 31, MAX_VALUE = ~MIN_VALUE;
    public static final int SIZE = 32, BYTES = 4;

    private final int value;
    private final boolean isNew;

    public Integer(int value) { this.value = value; isNew = true; }
    public Integer(String text) { this(parseInt(text, 10)); }
    private Integer(int value, boolean isNew) { this.value = value; this.isNew = isNew; }
    /** Those of the cache are told apart by custos.Boxes. */
    public static Integer valueOf(int value) { return new Integer(value, value < -128 || value > 127); }
    public static Integer valueOf(String text) { return valueOf(parseInt(text, 10)); }
    public static Integer valueOf(String text, int radix) { return valueOf(parseInt(text, radix)); }
    public boolean isCached() { return !isNew; }

    public byte byteValue() { return (byte) value; }
    public short shortValue() { return (short) value; }
    public int intValue() { return value; }
    public long longValue() { return value; }
    public float floatValue() { return value; }
    public double doubleValue() { return value; }
    public int hashCode() { return value; }
    public static int hashCode(int x) { return x; }
    public boolean equals(Object other) { return other instanceof Integer && ((Integer) other).value == value; }
    public int compareTo(Integer other) { return compare(value, other.value); }
    public static int compare(int a, int b) { return a < b ? -1 : a == b ? 0 : 1; }
    public static int compareUnsigned(int a, int b) { return compare(a + MIN_VALUE, b + MIN_VALUE); }
    public static int max(int a, int b) { return a >= b ? a : b; }
    public static int min(int a, int b) { return a <= b ? a : b; }
    public static int sum(int a, int b) { return a + b; }
    public static int signum(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

    public static int parseInt(String text) { return parseInt(text, 10); }
    public static int parseInt(String text, int radix) { return (int) custos.Numbers.parse(text, radix, Integer.MIN_VALUE); }
    public static Integer decode(String text) { return valueOf((int) custos.Numbers.decode(text, Integer.MIN_VALUE)); }
    public String toString() { return custos.Numbers.decimal(value); }
    public static String toString(int x) { return custos.Numbers.decimal(x); }
    public static String toString(int x, int radix) {
        return custos.Numbers.toText(x, radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix);
    }
    public static String toHexString(int x) { return custos.Numbers.unsigned(x & 0xFFFFFFFFL, 4); }
    public static String toOctalString(int x) { return custos.Numbers.unsigned(x & 0xFFFFFFFFL, 3); }
    public static String toBinaryString(int x) { return custos.Numbers.unsigned(x & 0xFFFFFFFFL, 1); }
    public static long toUnsignedLong(int x) { return x & 0xFFFFFFFFL; }
    public static String toUnsignedString(int x) { return custos.Numbers.decimal(toUnsignedLong(x)); }
    public static int divideUnsigned(int a, int b) { return (int) (toUnsignedLong(a) / toUnsignedLong(b)); }
    public static int remainderUnsigned(int a, int b) { return (int) (toUnsignedLong(a) % toUnsignedLong(b)); }

    public static int bitCount(int x) {
        int count = 0;
        for (int rest = x; rest != 0; rest &= rest - 1) count++;
        return count;
    }
    public static int numberOfLeadingZeros(int x) {
        int count = 32;
        for (int rest = x; rest != 0; rest >>>= 1) count--;
        return count;
    }
    public static int numberOfTrailingZeros(int x) {
        int count = 0;
        for (int rest = ~x & (x - 1); rest != 0; rest >>>= 1) count++;
        return count;
    }
    public static int lowestOneBit(int x) { return x & -x; }
    public static int highestOneBit(int x) { return x & MIN_VALUE >>> numberOfLeadingZeros(x); }
    public static int rotateLeft(int x, int n) { return x << n | x >>> -n; }
    public static int rotateRight(int x, int n) { return x >>> n | x << -n; }
    public static int reverse(int x) {
        int out = 0, rest = x;
        for (int i = 0; i < SIZE; i++, rest >>>= 1) out = out << 1 | rest & 1;
        return out;
    }
    public static int reverseBytes(int x) {
        int out = 0, rest = x;
        for (int i = 0; i < BYTES; i++, rest >>>= 8) out = out << 8 | rest & 0xFF;
        return out;
    }
}
