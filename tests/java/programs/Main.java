import java.util.function.IntBinaryOperator;

/** Something of everything that javac makes code of. */
public class Main {
    interface Shape {
        double area();
        default String name() { return "shape " + area(); }
    }
    static final class Square implements Shape {
        final double side;
        Square(double side) { this.side = side; }
        public double area() { return side * side; }
    }
    enum Colour { RED, GREEN { @Override int weight() { return 7; } }, BLUE; int weight() { return ordinal(); } }

    static final long LARGE = 1L << 40;
    static final String WORD = "naïve \u0000 \uD83D\uDE00";
    static volatile int shared;
    int[] numbers = {1, 2, 3, 100000};

    static int dense(int x) {
        switch (x) { case 1: return 3; case 2: return 5; case 4: return 9; default: return -1; }
    }
    static int sparse(int x) {
        switch (x) { case -100000: return 3; case 7: return 5; case 2000000: return 9; default: return -1; }
    }
    static int words(String s) {
        switch (s) { case "Aa": return 1; case "BB": return 2; default: return 0; }
    }
    static int colours(Colour c) {
        switch (c) { case RED: return 1; case BLUE: return 2; default: return 0; }
    }
    static long numbers(byte b, char c, short s, int i, long l, float f, double d, boolean z) {
        i += 300; i <<= 3; l >>>= i; f %= 2.5f; d = -d / f; s += b; c++;
        l ^= ~i & (int) d | (long) f;
        return z ? l - (long) d : (byte) i + (short) l + (char) s + Math.max(i, c) + (int) f;
    }
    static int guarded(int[] a, int i) {
        try {
            return a[i] / i;
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            return -1;
        } catch (ArithmeticException e) {
            throw new IllegalStateException("zero", e);
        } finally {
            shared++;
        }
    }
    static synchronized Object locked(Object o) {
        synchronized (o) { return o instanceof Shape ? ((Shape) o).name() : o; }
    }
    static int lambda(int k) {
        IntBinaryOperator f = (x, y) -> x * y + k;
        Runnable g = Main::new;
        g.run();
        return f.applyAsInt(3, 4);
    }
    static int[][][] grid(int n) { return new int[n][n + 1][]; }
    static String joined(int a, long b, Object c) { return "a=" + a + ", b=" + b + ", c=" + c; }
    static int many(int n) {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3; long b0 = 4, b1 = 5; double d0 = 1, d1 = 2;
        assert n > 0 : "n is " + n;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = i; ; j--) {
                if (j < 0) continue outer;
                if (i * j > 1000) break outer;
                a0 += j; b1 -= a0; d1 += b0 > d0 ? 1 : d1;
            }
        }
        return (int) (a0 + a1 + a2 + a3 + b1 + d1 + dense(n) + sparse(n));
    }
    public static void main(String[] args) {
        Object[] all = {new Square(2), Colour.GREEN, args, new boolean[3], 'x', 12345678901L, 1e300, 2.5f};
        for (Object o : all) System.out.println(joined(args.length, LARGE, locked(o)));
        System.out.println(many(5) + lambda(2) + guarded(new Main().numbers, 9) + words(WORD) + colours(Colour.BLUE));
        System.out.println(numbers((byte) 1, 'c', (short) 3, 4, 5, 6, 7, true) + grid(2).length);
    }
}
