package java.lang;

/** Its letters never change. */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    private final char[] value;

    public String() { value = new char[0]; }
    public String(String other) { value = other.value; }
    public String(char[] letters) { this(letters, 0, letters.length); }
    public String(char[] letters, int from, int count) {
        if (from < 0 || count < 0 || from > letters.length - count) throw new StringIndexOutOfBoundsException();
        value = new char[count];
        for (int i = 0; i < count; i++) value[i] = letters[from + i];
    }

    public int length() { return value.length; }
    public boolean isEmpty() { return value.length == 0; }
    public char charAt(int index) {
        if (index < 0 || index >= value.length) throw new StringIndexOutOfBoundsException();
        return value[index];
    }
    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof String)) return false;
        char[] a = value, b = ((String) other).value;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public int hashCode() {
        int h = 0;
        char[] a = value;
        for (int i = 0; i < a.length; i++) h = 31 * h + a[i];
        return h;
    }
    public int compareTo(String other) {
        char[] a = value, b = other.value;
        for (int i = 0; i < a.length && i < b.length; i++) if (a[i] != b[i]) return a[i] - b[i];
        return a.length - b.length;
    }
    private boolean matches(String part, int from) {
        char[] a = value, b = part.value;
        if (from < 0 || from > a.length - b.length) return false;
        for (int i = 0; i < b.length; i++) if (a[from + i] != b[i]) return false;
        return true;
    }
    public boolean startsWith(String part) { return matches(part, 0); }
    public boolean startsWith(String part, int from) { return matches(part, from); }
    public boolean endsWith(String part) { return matches(part, value.length - part.value.length); }
    public int indexOf(String part) { return indexOf(part, 0); }
    public int indexOf(String part, int from) {
        int start = from < 0 ? 0 : from;
        if (start > value.length) start = value.length;
        for (int i = start; i <= value.length - part.value.length; i++) if (matches(part, i)) return i;
        return -1;
    }
    public String substring(int from) { return substring(from, value.length); }
    public String substring(int from, int to) {
        if (from < 0 || to > value.length || from > to) throw new StringIndexOutOfBoundsException();
        return from == 0 && to == value.length ? this : new String(value, from, to - from);
    }
    public String concat(String other) {
        if (other.value.length == 0) return this;
        char[] all = new char[value.length + other.value.length];
        for (int i = 0; i < value.length; i++) all[i] = value[i];
        for (int i = 0; i < other.value.length; i++) all[value.length + i] = other.value[i];
        return new String(all);
    }
    public char[] toCharArray() {
        char[] all = new char[value.length];
        for (int i = 0; i < all.length; i++) all[i] = value[i];
        return all;
    }
    public String toString() { return this; }

    public static String valueOf(Object x) { return x == null ? "null" : x.toString(); }
    public static String valueOf(char[] x) { return new String(x); }
    public static String valueOf(boolean x) { return x ? "true" : "false"; }
    public static String valueOf(char x) { return new String(new char[] {x}); }
    public static String valueOf(int x) { return valueOf((long) x); }
    public static String valueOf(long x) {
        char[] digits = new char[20];
        int at = 20;
        long rest = x < 0 ? x : -x;
        do {
            digits[--at] = (char) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (x < 0) digits[--at] = '-';
        return new String(digits, at, 20 - at);
    }
}
