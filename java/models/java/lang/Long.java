package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;

public final class Long extends Number implements Comparable<Long>, Constable, ConstantDesc {
    public static final long MIN_VALUE = 1L << 63, MAX_VALUE = ~MIN_VALUE;
    public static final int SIZE = 64, BYTES = 8;

    private final long value;
    private final boolean isNew;

    public Long(long value) { this.value = value; isNew = true; }
    public Long(String text) { this(parseLong(text, 10)); }
    private Long(long value, boolean isNew) { this.value = value; this.isNew = isNew; }
    /** Those of the cache are told apart by custos.Boxes. */
    public static Long valueOf(long value) { return new Long(value, value < -128 || value > 127); }
    public static Long valueOf(String text) { return valueOf(parseLong(text, 10)); }
    public static Long valueOf(String text, int radix) { return valueOf(parseLong(text, radix)); }
    public boolean isCached() { return !isNew; }

    public byte byteValue() { return (byte) value; }
    public short shortValue() { return (short) value; }
    public int intValue() { return (int) value; }
    public long longValue() { return value; }
    public float floatValue() { return value; }
    public double doubleValue() { return value; }
    public int hashCode() { return (int) (value ^ value >>> 32); }
    public static int hashCode(long x) { return (int) (x ^ x >>> 32); }
    public boolean equals(Object other) { return other instanceof Long && ((Long) other).value == value; }
    public int compareTo(Long other) { return compare(value, other.value); }
    public static int compare(long a, long b) { return a < b ? -1 : a == b ? 0 : 1; }
    public static int compareUnsigned(long a, long b) { return compare(a + MIN_VALUE, b + MIN_VALUE); }
    public static long max(long a, long b) { return a >= b ? a : b; }
    public static long min(long a, long b) { return a <= b ? a : b; }
    public static long sum(long a, long b) { return a + b; }
    public static int signum(long x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

    public static long parseLong(String text) { return parseLong(text, 10); }
    public static long parseLong(String text, int radix) { return custos.Numbers.parse(text, radix, Long.MIN_VALUE); }
    public static Long decode(String text) { return valueOf(custos.Numbers.decode(text, Long.MIN_VALUE)); }
    public String toString() { return custos.Numbers.decimal(value); }
    public static String toString(long x) { return custos.Numbers.decimal(x); }
    public static String toString(long x, int radix) {
        return custos.Numbers.toText(x, radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix);
    }
    public static String toHexString(long x) { return custos.Numbers.unsigned(x, 4); }
    public static String toOctalString(long x) { return custos.Numbers.unsigned(x, 3); }
    public static String toBinaryString(long x) { return custos.Numbers.unsigned(x, 1); }
    public static long divideUnsigned(long a, long b) {
        if (b < 0) return compareUnsigned(a, b) < 0 ? 0 : 1;
        if (a >= 0) return a / b;
        long most = ((a >>> 1) / b) << 1; /* at most one too small */
        return compareUnsigned(a - most * b, b) < 0 ? most : most + 1;
    }
    public static long remainderUnsigned(long a, long b) { return a - divideUnsigned(a, b) * b; }

    public static int bitCount(long x) {
        int count = 0;
        for (long rest = x; rest != 0; rest &= rest - 1) count++;
        return count;
    }
    public static int numberOfLeadingZeros(long x) {
        int count = 64;
        for (long rest = x; rest != 0; rest >>>= 1) count--;
        return count;
    }
    public static int numberOfTrailingZeros(long x) {
        int count = 0;
        for (long rest = ~x & (x - 1); rest != 0; rest >>>= 1) count++;
        return count;
    }
    public static long lowestOneBit(long x) { return x & -x; }
    public static long highestOneBit(long x) { return x & MIN_VALUE >>> numberOfLeadingZeros(x); }
    public static long rotateLeft(long x, int n) { return x << n | x >>> -n; }
    public static long rotateRight(long x, int n) { return x >>> n | x << -n; }
    public static long reverse(long x) {
        long out = 0, rest = x;
        for (int i = 0; i < SIZE; i++, rest >>>= 1) out = out << 1 | rest & 1;
        return out;
    }
    public static long reverseBytes(long x) {
        long out = 0, rest = x;
        for (int i = 0; i < BYTES; i++, rest >>>= 8) out = out << 8 | rest & 0xFF;
        return out;
    }
}
