package custos;

/** Numbers as text. */
public final class Numbers {
    private Numbers() {}

    private static NumberFormatException wrong(String text, int radix) {
        String said = "For input string: \"" + text + "\"";
        return new NumberFormatException(radix == 10 ? said : said + " under radix " + radix);
    }
    /** The number that the text is, from 'least' to the negative of 'least', without that itself. */
    public static long parse(String text, int radix, long least) {
        if (text == null || radix < Character.MIN_RADIX || radix > Character.MAX_RADIX)
            throw Throwable.withUnknownMessage(new NumberFormatException());
        int length = text.length();
        if (length == 0) throw wrong(text, radix);
        char sign = text.charAt(0);
        int at = sign == '-' || sign == '+' ? 1 : 0;
        if (at == length) throw wrong(text, radix);
        long limit = sign == '-' ? least : least + 1;
        long value = 0; /* negative, since there are more of them */
        for (; at < length; at++) {
            int digit = Character.digit(text.charAt(at), radix);
            if (digit < 0 || value < limit / radix) throw wrong(text, radix);
            value *= radix;
            if (value < limit + digit) throw wrong(text, radix);
            value -= digit;
        }
        return sign == '-' ? value : -value;
    }
    public static NumberFormatException outOfRange(String text, int radix) {
        return new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
    }
    /** The text without its sign and the mark of its base, and the base. */
    private static int baseOf(String text, int at) {
        if (text.startsWith("0x", at) || text.startsWith("0X", at)) return 16;
        if (text.startsWith("#", at)) return 17;
        return text.startsWith("0", at) && text.length() > at + 1 ? 8 : 10;
    }
    public static long decode(String text, long least) {
        if (text.length() == 0) throw Throwable.withUnknownMessage(new NumberFormatException());
        boolean isNegative = text.charAt(0) == '-';
        int at = isNegative || text.charAt(0) == '+' ? 1 : 0;
        int base = baseOf(text, at);
        at += base == 16 ? 2 : base == 10 ? 0 : 1;
        if (text.startsWith("-", at) || text.startsWith("+", at) || at == text.length())
            throw Throwable.withUnknownMessage(new NumberFormatException());
        String digits = text.substring(at);
        return parse(isNegative ? "-".concat(digits) : digits, base == 17 ? 16 : base, least);
    }
    public static String toText(long x, int radix) {
        char[] digits = new char[65];
        int at = 65;
        long rest = x < 0 ? x : -x;
        do {
            int digit = (int) -(rest % radix);
            digits[--at] = (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
            rest /= radix;
        } while (rest != 0);
        if (x < 0) digits[--at] = '-';
        return new String(digits, at, 65 - at);
    }
    public static String decimal(long x) {
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
    /** Without a sign, so many bits a digit. */
    public static String unsigned(long x, int bits) {
        char[] digits = new char[64];
        int at = 64, mask = (1 << bits) - 1;
        long rest = x;
        do {
            int digit = (int) rest & mask;
            digits[--at] = (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
            rest >>>= bits;
        } while (rest != 0);
        return new String(digits, at, 64 - at);
    }
}
