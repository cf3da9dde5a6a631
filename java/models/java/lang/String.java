package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;

/** Its letters never change. */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence, Constable, ConstantDesc {
    private final char[] value;

    public String() { value = new char[0]; }
    public String(String other) { value = other.value; }
    public String(char[] letters) {
        int count = letters.length;
        char[] copy = new char[count];
        for (int i = 0; i < count; i++) copy[i] = letters[i];
        value = copy;
    }
    public String(char[] letters, int from, int count) {
        int most = letters.length;
        if (from < 0 || count < 0 || from > most - count) throw outOfBounds();
        char[] copy = new char[count];
        for (int i = 0; i < count; i++) copy[i] = letters[from + i];
        value = copy;
    }
    public String(StringBuilder builder) { this(builder.toString()); }
    public String(StringBuffer buffer) { this(buffer.toString()); }
    private String(char[] letters, boolean isOwned) { value = letters; }

    /** Of an array that nobody else has. */
    public static String ofOwned(char[] letters) { return new String(letters, true); }
    private static StringIndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new StringIndexOutOfBoundsException());
    }

    public int length() { return value.length; }
    public boolean isEmpty() { return value.length == 0; }
    public char charAt(int index) {
        if (index < 0 || index >= value.length) throw outOfBounds();
        return value[index];
    }
    public int codePointAt(int index) {
        char first = charAt(index);
        if (first >= '\uD800' && first < '\uDC00' && index + 1 < value.length) {
            char second = value[index + 1];
            if (second >= '\uDC00' && second < '\uE000') return Character.toCodePoint(first, second);
        }
        return first;
    }
    public void getChars(int from, int to, char[] out, int at) {
        if (from < 0 || to > value.length || from > to) throw outOfBounds();
        if (at < 0 || to - from > out.length - at) throw unclearException();
        for (int i = from; i < to; i++) out[at + i - from] = value[i];
    }
    /** Its class differs from one version of the library to the next. */
    private static native RuntimeException unclearException();
    /** Not to be changed. */
    char[] letters() { return value; }
    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof String)) return false;
        char[] a = value, b = ((String) other).value;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public boolean contentEquals(CharSequence other) {
        int n = other.length();
        if (n != value.length) return false;
        for (int i = 0; i < n; i++) if (value[i] != other.charAt(i)) return false;
        return true;
    }
    public boolean contentEquals(StringBuffer other) { return contentEquals((CharSequence) other); }
    /** Letters whose cases agree, beyond Latin-1: not supported. */
    private static int fold(char c) { return Character.toLowerCase(Character.toUpperCase(c)); }
    private static boolean agree(char a, char b) { return a == b || fold(a) == fold(b); }
    public boolean equalsIgnoreCase(String other) {
        if (other == null || other.value.length != value.length) return false;
        for (int i = 0; i < value.length; i++) if (!agree(value[i], other.value[i])) return false;
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
    public int compareToIgnoreCase(String other) {
        char[] a = value, b = other.value;
        for (int i = 0; i < a.length && i < b.length; i++) if (!agree(a[i], b[i])) return fold(a[i]) - fold(b[i]);
        return a.length - b.length;
    }
    public boolean regionMatches(int from, String other, int otherFrom, int count) {
        if (otherFrom < 0 || from < 0 || from > (long) value.length - count
            || otherFrom > (long) other.value.length - count)
            return false;
        for (int i = 0; i < count; i++) if (value[from + i] != other.value[otherFrom + i]) return false;
        return true;
    }
    public boolean regionMatches(boolean ignoresCase, int from, String other, int otherFrom, int count) {
        if (!ignoresCase) return regionMatches(from, other, otherFrom, count);
        if (otherFrom < 0 || from < 0 || from > (long) value.length - count
            || otherFrom > (long) other.value.length - count)
            return false;
        for (int i = 0; i < count; i++) if (!agree(value[from + i], other.value[otherFrom + i])) return false;
        return true;
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

    public int indexOf(int letter) { return indexOf(letter, 0); }
    public int indexOf(int letter, int from) {
        if (letter > 0xFFFF) return indexOfPair(letter, from);
        char[] a = value;
        for (int i = from < 0 ? 0 : from; i < a.length; i++) if (a[i] == letter) return i;
        return -1;
    }
    public int lastIndexOf(int letter) { return lastIndexOf(letter, value.length - 1); }
    public int lastIndexOf(int letter, int from) {
        if (letter > 0xFFFF) return lastIndexOfPair(letter, from);
        char[] a = value;
        for (int i = from < a.length ? from : a.length - 1; i >= 0; i--) if (a[i] == letter) return i;
        return -1;
    }
    private native int indexOfPair(int letter, int from);
    private native int lastIndexOfPair(int letter, int from);
    public int indexOf(String part) { return indexOf(part, 0); }
    public int indexOf(String part, int from) {
        int start = from < 0 ? 0 : from;
        if (start > value.length) start = value.length;
        for (int i = start; i <= value.length - part.value.length; i++) if (matches(part, i)) return i;
        return -1;
    }
    public int lastIndexOf(String part) { return lastIndexOf(part, value.length); }
    public int lastIndexOf(String part, int from) {
        int last = value.length - part.value.length;
        for (int i = from < last ? from : last; i >= 0; i--) if (matches(part, i)) return i;
        return -1;
    }
    public boolean contains(CharSequence part) { return indexOf(part.toString()) >= 0; }

    public String substring(int from) { return substring(from, value.length); }
    public String substring(int from, int to) {
        if (from < 0 || to > value.length || from > to) throw outOfBounds();
        return from == 0 && to == value.length ? this : new String(value, from, to - from);
    }
    public CharSequence subSequence(int from, int to) { return substring(from, to); }
    public String concat(String other) {
        char[] a = value, b = other.value;
        if (b.length == 0) return this;
        char[] all = new char[a.length + b.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        for (int i = 0; i < b.length; i++) all[a.length + i] = b[i];
        return ofOwned(all);
    }
    public String replace(char old, char young) {
        if (old == young) return this;
        int count = 0;
        for (int i = 0; i < value.length; i++) if (value[i] == old) count++;
        if (count == 0) return this;
        char[] all = new char[value.length];
        for (int i = 0; i < all.length; i++) all[i] = value[i] == old ? young : value[i];
        return ofOwned(all);
    }
    public String replace(CharSequence old, CharSequence young) {
        String part = old.toString(), other = young.toString();
        if (indexOf(part) < 0) return this;
        StringBuilder out = new StringBuilder();
        int at = 0;
        if (part.value.length == 0) {
            for (; at < value.length; at++) out.append(other).append(value[at]);
            return out.append(other).toString();
        }
        for (int next = indexOf(part); next >= 0; next = indexOf(part, at)) {
            out.append(this, at, next).append(other);
            at = next + part.value.length;
        }
        return out.append(this, at, value.length).toString();
    }
    private String between(int from, int to) { return from < to ? substring(from, to) : value.length == 0 ? this : ""; }
    public String trim() {
        int from = 0, to = value.length;
        while (from < to && value[from] <= ' ') from++;
        while (from < to && value[to - 1] <= ' ') to--;
        return between(from, to);
    }
    private int firstDark() {
        int from = 0;
        while (from < value.length && Character.isWhitespace(value[from])) from++;
        return from;
    }
    private int behindDark() {
        int to = value.length;
        while (to > 0 && Character.isWhitespace(value[to - 1])) to--;
        return to;
    }
    public String strip() { return between(firstDark(), behindDark()); }
    public String stripLeading() { return between(firstDark(), value.length); }
    public String stripTrailing() { return between(0, behindDark()); }
    public boolean isBlank() { return firstDark() == value.length; }
    /** In the root locale; beyond ASCII: not supported. */
    public String toLowerCase() {
        int first = 0;
        while (first < value.length && !Character.isUpperAscii(value[first])) first++;
        if (first == value.length) return this;
        char[] all = new char[value.length];
        for (int i = 0; i < all.length; i++) all[i] = Character.isUpperAscii(value[i]) ? (char) (value[i] + 32) : value[i];
        return ofOwned(all);
    }
    public String toUpperCase() {
        int first = 0;
        while (first < value.length && !Character.isLowerAscii(value[first])) first++;
        if (first == value.length) return this;
        char[] all = new char[value.length];
        for (int i = 0; i < all.length; i++) all[i] = Character.isLowerAscii(value[i]) ? (char) (value[i] - 32) : value[i];
        return ofOwned(all);
    }
    public String repeat(int count) {
        if (count < 0) throw new IllegalArgumentException("count is negative: " + count);
        if (count == 1) return this;
        if (value.length == 0 || count == 0) return "";
        char[] all = new char[value.length * count];
        for (int i = 0; i < all.length; i++) all[i] = value[i % value.length];
        return ofOwned(all);
    }
    public char[] toCharArray() {
        char[] a = value, all = new char[a.length];
        for (int i = 0; i < all.length; i++) all[i] = a[i];
        return all;
    }
    public String toString() { return this; }
    public native String intern();

    /** Regular expressions are supported where they are plain text. */
    private static String plain(String expression) {
        char[] a = expression.value;
        int count = 0;
        for (int i = 0; i < a.length; i++, count++) {
            if (a[i] == '\\' && i + 1 < a.length && !Character.isPlainAscii(a[i + 1])) i++;
            else if (!Character.isPlainAscii(a[i])) regularExpression();
        }
        if (count == a.length) return expression;
        char[] text = new char[count];
        for (int i = 0, at = 0; i < a.length; i++) text[at++] = a[i] == '\\' ? a[++i] : a[i];
        return ofOwned(text);
    }
    private static native void regularExpression();
    public boolean matches(String expression) { return equals(plain(expression)); }
    public String replaceAll(String expression, String other) {
        String part = plain(expression);
        if (other.indexOf('$') >= 0 || other.indexOf('\\') >= 0) regularExpression();
        return replace(part, other);
    }
    public String replaceFirst(String expression, String other) {
        String part = plain(expression);
        if (other.indexOf('$') >= 0 || other.indexOf('\\') >= 0) regularExpression();
        int at = indexOf(part);
        if (at < 0) return this;
        return substring(0, at).concat(other).concat(substring(at + part.value.length));
    }
    public String[] split(String expression) { return split(expression, 0); }
    public String[] split(String expression, int limit) {
        String part = plain(expression);
        if (part.value.length == 0) regularExpression();
        int count = 1;
        for (int at = indexOf(part); at >= 0 && (limit <= 0 || count < limit); at = indexOf(part, at + part.value.length))
            count++;
        if (count == 1) return new String[] {this};
        String[] pieces = new String[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            int next = i + 1 < count ? indexOf(part, at) : value.length;
            pieces[i] = substring(at, next);
            at = next + part.value.length;
        }
        if (limit != 0) return pieces;
        int kept = count;
        while (kept > 0 && pieces[kept - 1].value.length == 0) kept--;
        if (kept == count) return pieces;
        String[] most = new String[kept];
        for (int i = 0; i < kept; i++) most[i] = pieces[i];
        return most;
    }
    public static String join(CharSequence between, CharSequence... pieces) {
        if (between == null || pieces == null) throw Throwable.withUnknownMessage(new NullPointerException());
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pieces.length; i++) {
            if (i > 0) out.append(between.toString());
            out.append(String.valueOf(pieces[i]));
        }
        return out.toString();
    }
    public static String join(CharSequence between, Iterable<? extends CharSequence> pieces) {
        if (between == null || pieces == null) throw Throwable.withUnknownMessage(new NullPointerException());
        StringBuilder out = new StringBuilder();
        boolean isFirst = true;
        for (CharSequence piece : pieces) {
            if (!isFirst) out.append(between.toString());
            isFirst = false;
            out.append(String.valueOf(piece));
        }
        return out.toString();
    }
    public static String format(String format, Object... arguments) { return custos.Formats.format(format, arguments, false); }
    public String formatted(Object... arguments) { return custos.Formats.format(this, arguments, false); }

    public static String valueOf(Object x) { return x == null ? "null" : x.toString(); }
    public static String valueOf(char[] x) { return new String(x); }
    public static String valueOf(char[] x, int from, int count) { return new String(x, from, count); }
    public static String copyValueOf(char[] x) { return new String(x); }
    public static String copyValueOf(char[] x, int from, int count) { return new String(x, from, count); }
    public static String valueOf(boolean x) { return x ? "true" : "false"; }
    public static String valueOf(char x) { return ofOwned(new char[] {x}); }
    public static String valueOf(int x) { return Long.toString(x); }
    public static String valueOf(long x) { return Long.toString(x); }
    public static String valueOf(float x) { return Float.toString(x); }
    public static String valueOf(double x) { return Double.toString(x); }
}
