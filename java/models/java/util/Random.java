package java.util;

/** With a seed: the numbers that the library gives. Without one: inputs. */
public class Random implements java.util.random.RandomGenerator, java.io.Serializable {
    private long seed;
    private final boolean isSeeded;

    public Random() { isSeeded = false; }
    public Random(long seed) {
        isSeeded = true;
        this.seed = scrambled(seed);
    }

    private static long scrambled(long seed) { return (seed ^ 0x5DEECE66DL) & (1L << 48) - 1; }
    private static native void seedOfInputs();
    public void setSeed(long seed) {
        if (!isSeeded) seedOfInputs();
        this.seed = scrambled(seed);
    }
    protected int next(int bits) {
        if (!isSeeded) return custos.Inputs.nondetInt() >>> 32 - bits;
        seed = seed * 0x5DEECE66DL + 0xBL & (1L << 48) - 1;
        return (int) (seed >>> 48 - bits);
    }
    public int nextInt() { return next(32); }
    public int nextInt(int bound) {
        if (bound <= 0) throw Throwable.withUnknownMessage(new IllegalArgumentException());
        int bits = next(31);
        if ((bound & -bound) == bound) return (int) ((long) bound * bits >> 31);
        int x = bits % bound;
        if (!isSeeded) custos.Inputs.assume(bits - x + (bound - 1) >= 0);
        while (bits - x + (bound - 1) < 0) {
            bits = next(31);
            x = bits % bound;
        }
        return x;
    }
    public native int nextInt(int from, int to);
    public long nextLong() { return ((long) next(32) << 32) + next(32); }
    public native long nextLong(long bound);
    public native long nextLong(long from, long to);
    public boolean nextBoolean() { return next(1) != 0; }
    public double nextDouble() { return (((long) next(26) << 27) + next(27)) * 1.1102230246251565E-16; }
    public float nextFloat() { return next(24) / (float) (1 << 24); }
    public native double nextGaussian();
    public native void nextBytes(byte[] out);
}
