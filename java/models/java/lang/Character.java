package java.lang;

import java.lang.constant.Constable;

/** What letters are is known for Latin-1; later versions of Unicode differ beyond. */
public final class Character implements java.io.Serializable, Comparable<Character>, Constable {
    public static final int MIN_RADIX = 2, MAX_RADIX = 36, SIZE = 16, BYTES = 2;
    public static final char MIN_VALUE = '\u0000', MAX_VALUE = '\uFFFF';
    public static final char MIN_HIGH_SURROGATE = '\uD800', MAX_HIGH_SURROGATE = '\uDBFF';
    public static final char MIN_LOW_SURROGATE = '\uDC00', MAX_LOW_SURROGATE = '\uDFFF';
    public static final char MIN_SURROGATE = '\uD800', MAX_SURROGATE = '\uDFFF';
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000, MIN_CODE_POINT = 0, MAX_CODE_POINT = 0x10FFFF;

    private final char value;
    private final boolean isNew;

    public Character(char value) { this.value = value; isNew = true; }
    private Character(char value, boolean isNew) { this.value = value; this.isNew = isNew; }
    /** Those of the cache are told apart by custos.Boxes. */
    public static Character valueOf(char value) { return new Character(value, value > 127); }
    public boolean isCached() { return !isNew; }

    public char charValue() { return value; }
    public int hashCode() { return value; }
    public boolean equals(Object other) { return other instanceof Character && ((Character) other).value == value; }
    public String toString() { return String.valueOf(value); }
    public int compareTo(Character other) { return value - other.value; }
    public static int compare(char a, char b) { return a - b; }
    public static int hashCode(char c) { return c; }
    public static String toString(char c) { return String.valueOf(c); }
    public static String toString(int c) { return String.valueOf(toChars(c)); }
    public static char reverseBytes(char c) { return (char) (c << 8 | c >> 8); }

    private static native void beyondLatin();
    private static void check(int c) { if (c < 0 || c > 255) beyondLatin(); }
    private static boolean isAsciiLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    private static boolean isUpperLatin(int c) { return c >= 0xC0 && c <= 0xDE && c != 0xD7; }
    private static boolean isLowerLatin(int c) { return c >= 0xDF && c <= 0xFF && c != 0xF7; }
    private static boolean isOrdinal(int c) { return c == 0xAA || c == 0xBA; }
    static boolean isUpperAscii(char c) { if (c > 127) beyondLatin(); return c >= 'A' && c <= 'Z'; }
    static boolean isLowerAscii(char c) { if (c > 127) beyondLatin(); return c >= 'a' && c <= 'z'; }
    /** Stands for itself in a regular expression. */
    static boolean isPlainAscii(char c) {
        return isAsciiLetter(c) || (c >= '0' && c <= '9') || (c < 128 && " ,;:/-_=@!%&<>\"'~`#".indexOf(c) >= 0);
    }

    public static boolean isDefined(char c) { return isDefined((int) c); }
    public static boolean isDefined(int c) { check(c); return true; }
    public static boolean isDigit(char c) { return isDigit((int) c); }
    public static boolean isDigit(int c) { check(c); return c >= '0' && c <= '9'; }
    public static boolean isLetter(char c) { return isLetter((int) c); }
    public static boolean isLetter(int c) {
        check(c);
        return isAsciiLetter(c) || (c > 127 && (isUpperLatin(c) || isLowerLatin(c) || isOrdinal(c) || c == 0xB5));
    }
    public static boolean isAlphabetic(int c) { return isLetter(c); }
    public static boolean isLetterOrDigit(char c) { return isLetterOrDigit((int) c); }
    public static boolean isLetterOrDigit(int c) { return isDigit(c) || isLetter(c); }
    public static boolean isUpperCase(char c) { return isUpperCase((int) c); }
    public static boolean isUpperCase(int c) { check(c); return (c >= 'A' && c <= 'Z') || isUpperLatin(c); }
    public static boolean isLowerCase(char c) { return isLowerCase((int) c); }
    public static boolean isLowerCase(int c) {
        check(c);
        return (c >= 'a' && c <= 'z') || isLowerLatin(c) || isOrdinal(c) || c == 0xB5;
    }
    public static boolean isTitleCase(char c) { return isTitleCase((int) c); }
    public static boolean isTitleCase(int c) { check(c); return false; }
    public static char toUpperCase(char c) { return (char) toUpperCase((int) c); }
    public static int toUpperCase(int c) {
        check(c);
        if (c >= 'a' && c <= 'z') return c - 32;
        if (c < 128 || c == 0xDF) return c;
        if (c == 0xFF) return 0x178;
        if (c == 0xB5) return 0x39C;
        return isLowerLatin(c) ? c - 32 : c;
    }
    public static char toLowerCase(char c) { return (char) toLowerCase((int) c); }
    public static int toLowerCase(int c) {
        check(c);
        return (c >= 'A' && c <= 'Z') || isUpperLatin(c) ? c + 32 : c;
    }
    public static char toTitleCase(char c) { return toUpperCase(c); }
    public static boolean isWhitespace(char c) { return isWhitespace((int) c); }
    public static boolean isWhitespace(int c) { check(c); return (c >= 9 && c <= 13) || (c >= 28 && c <= 32); }
    public static boolean isSpaceChar(char c) { return isSpaceChar((int) c); }
    public static boolean isSpaceChar(int c) { check(c); return c == ' ' || c == 0xA0; }
    public static boolean isISOControl(char c) { return isISOControl((int) c); }
    public static boolean isISOControl(int c) { return (c >= 0 && c <= 0x1F) || (c >= 0x7F && c <= 0x9F); }
    public static boolean isIdentifierIgnorable(char c) { return isIdentifierIgnorable((int) c); }
    public static boolean isIdentifierIgnorable(int c) {
        check(c);
        return (c >= 0 && c <= 8) || (c >= 0xE && c <= 0x1B) || (c >= 0x7F && c <= 0x9F) || c == 0xAD;
    }
    private static boolean isCurrencyOrJoint(int c) { return c == '$' || c == '_' || (c >= 0xA2 && c <= 0xA5); }
    public static boolean isJavaIdentifierStart(char c) { return isJavaIdentifierStart((int) c); }
    public static boolean isJavaIdentifierStart(int c) { return isLetter(c) || isCurrencyOrJoint(c); }
    public static boolean isJavaIdentifierPart(char c) { return isJavaIdentifierPart((int) c); }
    public static boolean isJavaIdentifierPart(int c) {
        return isLetterOrDigit(c) || isCurrencyOrJoint(c) || isIdentifierIgnorable(c);
    }
    public static int digit(char c, int radix) { return digit((int) c, radix); }
    public static int digit(int c, int radix) {
        check(c);
        int n = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
        return n < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? n : -1;
    }
    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) return '\0';
        return (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }
    public static int getNumericValue(char c) {
        if (c > 127) beyondLatin();
        return digit((int) c, MAX_RADIX);
    }

    public static boolean isHighSurrogate(char c) { return c >= '\uD800' && c < '\uDC00'; }
    public static boolean isLowSurrogate(char c) { return c >= '\uDC00' && c < '\uE000'; }
    public static boolean isSurrogate(char c) { return c >= '\uD800' && c < '\uE000'; }
    public static boolean isSurrogatePair(char high, char low) { return isHighSurrogate(high) && isLowSurrogate(low); }
    public static boolean isValidCodePoint(int c) { return c >= 0 && c <= MAX_CODE_POINT; }
    public static boolean isBmpCodePoint(int c) { return c >>> 16 == 0; }
    public static boolean isSupplementaryCodePoint(int c) { return c >= 0x10000 && c <= MAX_CODE_POINT; }
    public static int charCount(int c) { return c >= 0x10000 ? 2 : 1; }
    public static int toCodePoint(char high, char low) { return ((high - 0xD800) << 10) + (low - 0xDC00) + 0x10000; }
    public static char[] toChars(int c) {
        if (isBmpCodePoint(c)) return new char[] {(char) c};
        if (!isValidCodePoint(c)) throw Throwable.withUnknownMessage(new IllegalArgumentException());
        int rest = c - 0x10000;
        return new char[] {(char) (0xD800 + (rest >> 10)), (char) (0xDC00 + (rest & 0x3FF))};
    }
}
