package java.util;

import java.util.function.IntUnaryOperator;

public class Arrays {
    private Arrays() {}

    private static void check(int length, int from, int to) {
        if (from > to) throw Throwable.withUnknownMessage(new IllegalArgumentException());
        if (from < 0 || to > length) throw Throwable.withUnknownMessage(new ArrayIndexOutOfBoundsException());
    }
    /** How many there are to copy from 'from' on, of a new array up to 'to'. */
    private static int copied(int length, int from, int to) {
        if (from > to) throw Throwable.withUnknownMessage(new IllegalArgumentException());
        if (from < 0 || from > length) throw Throwable.withUnknownMessage(new ArrayIndexOutOfBoundsException());
        return (to < length ? to : length) - from;
    }
    private static void checkLength(int length) {
        if (length < 0) throw Throwable.withUnknownMessage(new NegativeArraySizeException());
    }

    public static String toString(int[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(int[] a, int x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(int[] a, int from, int to, int x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static int[] copyOf(int[] a, int length) {
        checkLength(length);
        int[] copy = new int[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static int[] copyOfRange(int[] a, int from, int to) {
        int count = copied(a.length, from, to);
        int[] copy = new int[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(int[] a, int[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static int hashCode(int[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Integer.hashCode(a[i]);
        return h;
    }
    public static void sort(int[] a) { order(a, 0, a.length); }
    public static void sort(int[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(int[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int x = a[i];
            int at = i;
            for (; at > from && x < a[at - 1]; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }
    public static int binarySearch(int[] a, int x) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] == x) return middle;
            if (a[middle] < x) low = middle + 1;
            else high = middle - 1;
        }
        return -low - 1;
    }

    public static String toString(long[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(long[] a, long x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(long[] a, int from, int to, long x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static long[] copyOf(long[] a, int length) {
        checkLength(length);
        long[] copy = new long[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static long[] copyOfRange(long[] a, int from, int to) {
        int count = copied(a.length, from, to);
        long[] copy = new long[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(long[] a, long[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static int hashCode(long[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Long.hashCode(a[i]);
        return h;
    }
    public static void sort(long[] a) { order(a, 0, a.length); }
    public static void sort(long[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(long[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long x = a[i];
            int at = i;
            for (; at > from && x < a[at - 1]; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }
    public static int binarySearch(long[] a, long x) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] == x) return middle;
            if (a[middle] < x) low = middle + 1;
            else high = middle - 1;
        }
        return -low - 1;
    }

    public static String toString(short[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(short[] a, short x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(short[] a, int from, int to, short x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static short[] copyOf(short[] a, int length) {
        checkLength(length);
        short[] copy = new short[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static short[] copyOfRange(short[] a, int from, int to) {
        int count = copied(a.length, from, to);
        short[] copy = new short[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(short[] a, short[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static int hashCode(short[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Short.hashCode(a[i]);
        return h;
    }
    public static void sort(short[] a) { order(a, 0, a.length); }
    public static void sort(short[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(short[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            short x = a[i];
            int at = i;
            for (; at > from && x < a[at - 1]; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }
    public static int binarySearch(short[] a, short x) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] == x) return middle;
            if (a[middle] < x) low = middle + 1;
            else high = middle - 1;
        }
        return -low - 1;
    }

    public static String toString(char[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(char[] a, char x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(char[] a, int from, int to, char x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static char[] copyOf(char[] a, int length) {
        checkLength(length);
        char[] copy = new char[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static char[] copyOfRange(char[] a, int from, int to) {
        int count = copied(a.length, from, to);
        char[] copy = new char[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(char[] a, char[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static int hashCode(char[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Character.hashCode(a[i]);
        return h;
    }
    public static void sort(char[] a) { order(a, 0, a.length); }
    public static void sort(char[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(char[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            char x = a[i];
            int at = i;
            for (; at > from && x < a[at - 1]; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }
    public static int binarySearch(char[] a, char x) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] == x) return middle;
            if (a[middle] < x) low = middle + 1;
            else high = middle - 1;
        }
        return -low - 1;
    }

    public static String toString(byte[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(byte[] a, byte x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(byte[] a, int from, int to, byte x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static byte[] copyOf(byte[] a, int length) {
        checkLength(length);
        byte[] copy = new byte[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static byte[] copyOfRange(byte[] a, int from, int to) {
        int count = copied(a.length, from, to);
        byte[] copy = new byte[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(byte[] a, byte[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static int hashCode(byte[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Byte.hashCode(a[i]);
        return h;
    }
    public static void sort(byte[] a) { order(a, 0, a.length); }
    public static void sort(byte[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(byte[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            byte x = a[i];
            int at = i;
            for (; at > from && x < a[at - 1]; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }
    public static int binarySearch(byte[] a, byte x) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] == x) return middle;
            if (a[middle] < x) low = middle + 1;
            else high = middle - 1;
        }
        return -low - 1;
    }

    public static String toString(boolean[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(boolean[] a, boolean x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(boolean[] a, int from, int to, boolean x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static boolean[] copyOf(boolean[] a, int length) {
        checkLength(length);
        boolean[] copy = new boolean[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static boolean[] copyOfRange(boolean[] a, int from, int to) {
        int count = copied(a.length, from, to);
        boolean[] copy = new boolean[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(boolean[] a, boolean[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }
    public static int hashCode(boolean[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Boolean.hashCode(a[i]);
        return h;
    }

    public static String toString(float[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(float[] a, float x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(float[] a, int from, int to, float x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static float[] copyOf(float[] a, int length) {
        checkLength(length);
        float[] copy = new float[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static float[] copyOfRange(float[] a, int from, int to) {
        int count = copied(a.length, from, to);
        float[] copy = new float[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(float[] a, float[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (Float.compare(a[i], b[i]) != 0) return false;
        return true;
    }
    public static int hashCode(float[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Float.hashCode(a[i]);
        return h;
    }
    public static void sort(float[] a) { order(a, 0, a.length); }
    public static void sort(float[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(float[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            float x = a[i];
            int at = i;
            for (; at > from && Float.compare(x, a[at - 1]) < 0; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }

    public static String toString(double[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(a[i]);
        }
        return out.append("]").toString();
    }
    public static void fill(double[] a, double x) { for (int i = 0; i < a.length; i++) a[i] = x; }
    public static void fill(double[] a, int from, int to, double x) {
        check(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = x;
    }
    public static double[] copyOf(double[] a, int length) {
        checkLength(length);
        double[] copy = new double[length];
        for (int i = 0; i < length && i < a.length; i++) copy[i] = a[i];
        return copy;
    }
    public static double[] copyOfRange(double[] a, int from, int to) {
        int count = copied(a.length, from, to);
        double[] copy = new double[to - from];
        for (int i = 0; i < count; i++) copy[i] = a[from + i];
        return copy;
    }
    public static boolean equals(double[] a, double[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (Double.compare(a[i], b[i]) != 0) return false;
        return true;
    }
    public static int hashCode(double[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + Double.hashCode(a[i]);
        return h;
    }
    public static void sort(double[] a) { order(a, 0, a.length); }
    public static void sort(double[] a, int from, int to) {
        check(a.length, from, to);
        order(a, from, to);
    }
    private static void order(double[] a, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            double x = a[i];
            int at = i;
            for (; at > from && Double.compare(x, a[at - 1]) < 0; at--) a[at] = a[at - 1];
            a[at] = x;
        }
    }

    public static String toString(Object[] a) {
        if (a == null) return "null";
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) out.append(", ");
            out.append(String.valueOf(a[i]));
        }
        return out.append("]").toString();
    }
    public static void fill(Object[] a, Object x) { for (int i = 0; i < a.length; i++) custos.Stores.put(a, i, x); }
    public static boolean equals(Object[] a, Object[] b) {
        if (a == null || b == null) return a == null && b == null;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (!Objects.equals(a[i], b[i])) return false;
        return true;
    }
    public static int hashCode(Object[] a) {
        if (a == null) return 0;
        int h = 1;
        for (int i = 0; i < a.length; i++) h = 31 * h + (a[i] == null ? 0 : a[i].hashCode());
        return h;
    }
    public static void sort(Object[] a) { Sorting.sort(a, 0, a.length, null); }
    public static <T> void sort(T[] a, Comparator<? super T> order) { Sorting.sort(a, 0, a.length, order); }
    public static void setAll(int[] a, IntUnaryOperator make) { for (int i = 0; i < a.length; i++) a[i] = make.applyAsInt(i); }
    @SafeVarargs
    public static <T> List<T> asList(T... a) { return new View<>(a); }

    /** The list writes to the array. */
    private static final class View<E> extends AbstractList<E> implements RandomAccess, java.io.Serializable {
        private final E[] data;

        View(E[] data) {
            if (data == null) throw Throwable.withUnknownMessage(new NullPointerException());
            this.data = data;
        }
        public int size() { return data.length; }
        public E get(int index) { return data[index]; }
        public E set(int index, E x) {
            E old = data[index];
            custos.Stores.put(data, index, x);
            return old;
        }
        public int indexOf(Object x) {
            for (int i = 0; i < data.length; i++) if (x == null ? data[i] == null : x.equals(data[i])) return i;
            return -1;
        }
        public boolean contains(Object x) { return indexOf(x) >= 0; }
        public void sort(Comparator<? super E> order) { Sorting.sort(data, 0, data.length, order); }
        public Object[] toArray() {
            Object[] all = new Object[data.length];
            for (int i = 0; i < all.length; i++) all[i] = data[i];
            return all;
        }
        public void forEach(java.util.function.Consumer<? super E> action) {
            Objects.requireNonNull(action);
            for (int i = 0; i < data.length; i++) action.accept(data[i]);
        }
        public Iterator<E> iterator() { return new Walk<>(data); }
    }
    private static final class Walk<E> implements Iterator<E> {
        private final E[] data;
        private int at;

        Walk(E[] data) { this.data = data; }
        public boolean hasNext() { return at < data.length; }
        public E next() {
            if (at >= data.length) throw new NoSuchElementException();
            return data[at++];
        }
    }
}
