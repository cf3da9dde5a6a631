package java.lang;

/** What is written without code depends on the machine's or the library's way to round, and is not supported. */
public final class Math {
    public static final double E = 2.718281828459045, PI = 3.141592653589793;

    private Math() {}

    public static int abs(int x) { return x < 0 ? -x : x; }
    public static long abs(long x) { return x < 0 ? -x : x; }
    public static float abs(float x) { return x <= 0 ? 0 - x : x; }
    public static double abs(double x) { return x <= 0 ? 0 - x : x; }
    public static int max(int a, int b) { return a >= b ? a : b; }
    public static long max(long a, long b) { return a >= b ? a : b; }
    public static int min(int a, int b) { return a <= b ? a : b; }
    public static long min(long a, long b) { return a <= b ? a : b; }
    /** A zero of either sign is less or more by its sign, which the quotient shows. */
    public static float max(float a, float b) {
        if (a != a) return a;
        return a == 0 && b == 0 ? (1 / a < 0 ? b : a) : a >= b ? a : b;
    }
    public static double max(double a, double b) {
        if (a != a) return a;
        return a == 0 && b == 0 ? (1 / a < 0 ? b : a) : a >= b ? a : b;
    }
    public static float min(float a, float b) {
        if (a != a) return a;
        return a == 0 && b == 0 ? (1 / a < 0 ? a : b) : a <= b ? a : b;
    }
    public static double min(double a, double b) {
        if (a != a) return a;
        return a == 0 && b == 0 ? (1 / a < 0 ? a : b) : a <= b ? a : b;
    }
    public static float signum(float x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
    public static double signum(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

    private static ArithmeticException overflow(String type) { return new ArithmeticException(type + " overflow"); }
    public static int addExact(int a, int b) {
        int sum = a + b;
        if (a < 0 == b < 0 && a < 0 != sum < 0) throw overflow("integer");
        return sum;
    }
    public static long addExact(long a, long b) {
        long sum = a + b;
        if (a < 0 == b < 0 && a < 0 != sum < 0) throw overflow("long");
        return sum;
    }
    public static int subtractExact(int a, int b) {
        int rest = a - b;
        if (a < 0 != b < 0 && a < 0 != rest < 0) throw overflow("integer");
        return rest;
    }
    public static long subtractExact(long a, long b) {
        long rest = a - b;
        if (a < 0 != b < 0 && a < 0 != rest < 0) throw overflow("long");
        return rest;
    }
    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) throw overflow("integer");
        return (int) product;
    }
    public static long multiplyExact(long a, int b) { return multiplyExact(a, (long) b); }
    public static long multiplyExact(long a, long b) {
        long product = a * b;
        if (a != 0 && (product / a != b || a == -1 && b == Long.MIN_VALUE)) throw overflow("long");
        return product;
    }
    public static long multiplyFull(int a, int b) { return (long) a * b; }
    public static int incrementExact(int x) { return addExact(x, 1); }
    public static long incrementExact(long x) { return addExact(x, 1L); }
    public static int decrementExact(int x) { return subtractExact(x, 1); }
    public static long decrementExact(long x) { return subtractExact(x, 1L); }
    public static int negateExact(int x) { return subtractExact(0, x); }
    public static long negateExact(long x) { return subtractExact(0L, x); }
    public static int absExact(int x) {
        if (x == Integer.MIN_VALUE) throw Throwable.withUnknownMessage(new ArithmeticException(null));
        return abs(x);
    }
    public static int toIntExact(long x) {
        if ((int) x != x) throw overflow("integer");
        return (int) x;
    }
    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return a < 0 != b < 0 && quotient * b != a ? quotient - 1 : quotient;
    }
    public static long floorDiv(long a, int b) { return floorDiv(a, (long) b); }
    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return a < 0 != b < 0 && quotient * b != a ? quotient - 1 : quotient;
    }
    public static int floorMod(int a, int b) {
        int rest = a % b;
        return rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
    }
    public static int floorMod(long a, int b) { return (int) floorMod(a, (long) b); }
    public static long floorMod(long a, long b) {
        long rest = a % b;
        return rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
    }

    public static double floor(double x) {
        if (x != x || x == 0 || x >= 4503599627370496.0 || x <= -4503599627370496.0) return x;
        long whole = (long) x;
        return whole > x ? whole - 1 : whole;
    }
    public static double ceil(double x) { return -floor(-x); }
    public static double rint(double x) {
        if (x != x || x == 0 || x >= 4503599627370496.0 || x <= -4503599627370496.0) return x;
        double down = floor(x), rest = x - down;
        double even = rest < 0.5 || rest == 0.5 && (long) down % 2 == 0 ? down : down + 1;
        return even == 0 && x < 0 ? -0.0 : even;
    }
    public static long round(double x) {
        double down = floor(x);
        return (long) (x - down >= 0.5 ? down + 1 : down);
    }
    public static int round(float x) {
        double down = floor(x);
        return (int) (x - down >= 0.5 ? down + 1 : down);
    }
    public static double toRadians(double x) { return x * 0.017453292519943295; }
    public static double toDegrees(double x) { return x * 57.29577951308232; }
    public static native double sqrt(double x);
    public static native double cbrt(double x);
    public static native double pow(double x, double y);
    public static native double exp(double x);
    public static native double log(double x);
    public static native double log10(double x);
    public static native double sin(double x);
    public static native double cos(double x);
    public static native double tan(double x);
    public static native double asin(double x);
    public static native double acos(double x);
    public static native double atan(double x);
    public static native double atan2(double y, double x);
    public static native double hypot(double x, double y);
    /** An input: a multiple of the least difference below 1. */
    public static double random() { return (custos.Inputs.nondetLong() >>> 11) * 1.1102230246251565E-16; }
}
