package custos;

/** System.arraycopy of each type of array. */
public final class Copies {
    private Copies() {}

    private static void check(int from, int length, int to, int room, int count) {
        if (from < 0 || to < 0 || count < 0 || from > length - count || to > room - count)
            throw Throwable.withUnknownMessage(new ArrayIndexOutOfBoundsException());
    }
    public static void copy(boolean[] a, int from, boolean[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(byte[] a, int from, byte[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(char[] a, int from, char[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(short[] a, int from, short[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(int[] a, int from, int[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(long[] a, int from, long[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(float[] a, int from, float[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(double[] a, int from, double[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
    public static void copy(Object[] a, int from, Object[] b, int to, int count) {
        check(from, a.length, to, b.length, count);
        if (from < to) for (int i = count - 1; i >= 0; i--) b[to + i] = a[from + i];
        else for (int i = 0; i < count; i++) b[to + i] = a[from + i];
    }
}
