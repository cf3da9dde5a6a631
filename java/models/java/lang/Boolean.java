package java.lang;

import java.lang.constant.Constable;

public final class Boolean implements java.io.Serializable, Comparable<Boolean>, Constable {
    public static final Boolean TRUE = new Boolean(true), FALSE = new Boolean(false);

    private final boolean value;

    public Boolean(boolean value) { this.value = value; }
    public Boolean(String text) { this(parseBoolean(text)); }
    public static Boolean valueOf(boolean value) { return value ? TRUE : FALSE; }
    public static Boolean valueOf(String text) { return valueOf(parseBoolean(text)); }
    public static boolean parseBoolean(String text) {
        if (text == null || text.length() != 4) return false;
        for (int i = 0; i < 4; i++) {
            char c = text.charAt(i);
            if (c != "true".charAt(i) && c != "TRUE".charAt(i)) return false;
        }
        return true;
    }
    public boolean booleanValue() { return value; }
    public String toString() { return value ? "true" : "false"; }
    public static String toString(boolean x) { return x ? "true" : "false"; }
    public int hashCode() { return value ? 1231 : 1237; }
    public static int hashCode(boolean x) { return x ? 1231 : 1237; }
    public boolean equals(Object other) { return other instanceof Boolean && ((Boolean) other).value == value; }
    public int compareTo(Boolean other) { return compare(value, other.value); }
    public static int compare(boolean a, boolean b) { return a == b ? 0 : a ? 1 : -1; }
    public static boolean logicalAnd(boolean a, boolean b) { return a & b; }
    public static boolean logicalOr(boolean a, boolean b) { return a | b; }
    public static boolean logicalXor(boolean a, boolean b) { return a ^ b; }
}
