package custos;

/** String.format with the conversions d, s, c, b, x, n and %, a width, and the flags - and 0. */
public final class Formats {
    private Formats() {}

    private static native void unsupportedFormat();

    private static String ofNumber(Object x, boolean isHex) {
        if (x == null) return "null";
        if (x instanceof Integer) return isHex ? Integer.toHexString((Integer) x) : x.toString();
        if (x instanceof Long) return isHex ? Long.toHexString((Long) x) : x.toString();
        if (!isHex && (x instanceof Short || x instanceof Byte)) return x.toString();
        unsupportedFormat();
        return null;
    }
    private static String converted(char conversion, Object x, boolean isDropped) {
        switch (conversion) {
        case 'd': return ofNumber(x, false);
        case 'x': return ofNumber(x, true);
        case 's': return isDropped && !Machine.hasText(x) ? "" : String.valueOf(x);
        case 'c':
            if (x != null && !(x instanceof Character)) unsupportedFormat();
            return String.valueOf(x);
        case 'b': return x == null ? "false" : x instanceof Boolean ? x.toString() : "true";
        case 'f':
        case 'e':
        case 'g':
            if (!isDropped || x != null && !(x instanceof Double || x instanceof Float)) unsupportedFormat();
            return "";
        default:
            unsupportedFormat();
            return null;
        }
    }
    private static int behindDigits(String format, int from) {
        int i = from;
        while (i < format.length() && format.charAt(i) >= '0' && format.charAt(i) <= '9') i++;
        if (i == from) unsupportedFormat();
        return i;
    }
    private static void pad(StringBuilder out, String text, int width, boolean isLeft, boolean hasZeros) {
        int more = width - text.length();
        if (isLeft) out.append(text);
        boolean isNegative = hasZeros && text.length() > 0 && text.charAt(0) == '-';
        if (isNegative) out.append('-');
        for (int i = 0; i < more; i++) out.append(hasZeros ? '0' : ' ');
        if (!isLeft) out.append(isNegative ? text.substring(1) : text);
    }
    /** What is only printed need not be told exactly: 'isDropped'. */
    public static String format(String format, Object[] arguments, boolean isDropped) {
        StringBuilder out = new StringBuilder();
        int used = 0, length = format.length();
        for (int i = 0; i < length; i++) {
            char c = format.charAt(i);
            if (c != '%') {
                out.append(c);
                continue;
            }
            boolean isLeft = false, hasZeros = false;
            int width = 0;
            i++;
            for (; i < length && (format.charAt(i) == '-' || format.charAt(i) == '0'); i++) {
                isLeft |= format.charAt(i) == '-';
                hasZeros |= format.charAt(i) == '0';
            }
            for (; i < length && format.charAt(i) >= '0' && format.charAt(i) <= '9'; i++)
                width = 10 * width + format.charAt(i) - '0';
            boolean isPrecise = isDropped && i + 1 < length && format.charAt(i) == '.';
            if (isPrecise) i = behindDigits(format, i + 1);
            if (i >= length || (isLeft || hasZeros) && width == 0 || isLeft && hasZeros) unsupportedFormat();
            char conversion = format.charAt(i);
            if (isPrecise && conversion != 'f') unsupportedFormat();
            if (hasZeros && conversion != 'd' && conversion != 'x' && conversion != 'f') unsupportedFormat();
            if (conversion == '%' || conversion == 'n') {
                if (width > 0 || isLeft) unsupportedFormat();
                out.append(conversion == 'n' ? '\n' : '%');
                continue;
            }
            if (arguments != null && used >= arguments.length) unsupportedFormat();
            Object x = arguments == null ? null : arguments[used];
            used++;
            if (hasZeros && x == null) unsupportedFormat();
            pad(out, converted(conversion, x, isDropped), width, isLeft, hasZeros);
        }
        return out.toString();
    }
}
