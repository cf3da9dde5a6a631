package custos;

/** Numbers with a point as text: those of few digits, where quotients of whole numbers and powers of ten are exact. */
public final class Fractions {
    private Fractions() {}

    private static native void manyDigits();

    private static String joined(boolean isNegative, long digits, int behind) {
        String all = Numbers.decimal(digits);
        StringBuilder out = new StringBuilder();
        if (isNegative) out.append('-');
        for (int i = all.length(); i <= behind; i++) all = "0".concat(all);
        int point = all.length() - behind;
        return out.append(all, 0, point).append('.').append(behind == 0 ? "0" : all.substring(point)).toString();
    }
    public static String ofDouble(double x) {
        if (x != x) return "NaN";
        if (x == 0) return 1 / x < 0 ? "-0.0" : "0.0";
        double a = x < 0 ? -x : x, power = 1;
        if (a > Double.MAX_VALUE) return x < 0 ? "-Infinity" : "Infinity";
        if (a < 1e-3 || a >= 1e7) manyDigits();
        for (int behind = 0; behind <= 15 && a * power < 1e15; behind++, power *= 10) {
            long digits = (long) (a * power + 0.5);
            if (digits / power == a) return joined(x < 0, digits, behind);
        }
        manyDigits();
        return null;
    }
    public static String ofFloat(float x) {
        if (x != x) return "NaN";
        if (x == 0) return 1 / x < 0 ? "-0.0" : "0.0";
        float a = x < 0 ? -x : x, power = 1;
        if (a > Float.MAX_VALUE) return x < 0 ? "-Infinity" : "Infinity";
        if (a < 1e-3f || a >= 1e7f) manyDigits();
        for (int behind = 0; behind <= 10 && (double) a * power < 1e6; behind++, power *= 10) {
            int digits = (int) ((double) a * power + 0.5);
            if (digits / power == a) return joined(x < 0, digits, behind);
        }
        manyDigits();
        return null;
    }
    /** With digits, perhaps a sign, perhaps a point: the whole number without the point; behind[0]: how many digits
        stood behind it. */
    private static long parse(String text, long most, int[] behind) {
        String s = text.trim();
        int length = s.length(), digits = 0, at = length > 0 && (s.charAt(0) == '-' || s.charAt(0) == '+') ? 1 : 0;
        boolean hasPoint = false;
        long value = 0;
        for (; at < length; at++) {
            char c = s.charAt(at);
            if (c == '.' && !hasPoint) {
                hasPoint = true;
                continue;
            }
            if ("eEfFdDxXpPNI".indexOf(c) >= 0) manyDigits();
            if (c < '0' || c > '9') throw Throwable.withUnknownMessage(new NumberFormatException());
            value = 10 * value + (c - '0');
            digits++;
            if (hasPoint) behind[0]++;
            if (value > most || behind[0] > 10) manyDigits();
        }
        if (digits == 0) throw Throwable.withUnknownMessage(new NumberFormatException());
        return value;
    }
    private static boolean isNegative(String text) { return text.trim().startsWith("-"); }
    public static double parseDouble(String text) {
        int[] behind = new int[1];
        double value = parse(text, 1000000000000000L, behind), power = 1;
        for (int i = 0; i < behind[0]; i++) power *= 10;
        return isNegative(text) ? -(value / power) : value / power;
    }
    public static float parseFloat(String text) {
        int[] behind = new int[1];
        float value = parse(text, 1 << 24, behind), power = 1;
        for (int i = 0; i < behind[0]; i++) power *= 10;
        return isNegative(text) ? -(value / power) : value / power;
    }
}
