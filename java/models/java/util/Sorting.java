package java.util;

/** Orders that keep equals as they were. */
final class Sorting {
    private Sorting() {}

    static final class Natural implements Comparator<Object> {
        public int compare(Object a, Object b) { return ((Comparable<Object>) a).compareTo(b); }
        public Comparator<Object> reversed() { return new Reverse(); }
    }
    static final class Reverse implements Comparator<Object> {
        public int compare(Object a, Object b) { return ((Comparable<Object>) b).compareTo(a); }
        public Comparator<Object> reversed() { return new Natural(); }
    }
    private static int compare(Comparator<?> order, Object a, Object b) {
        return order == null ? ((Comparable<Object>) a).compareTo(b) : ((Comparator<Object>) order).compare(a, b);
    }
    /** A few are inserted one by one, more are merged. */
    static void sort(Object[] a, int from, int to, Comparator<?> order) {
        if (to - from > 32) {
            int middle = (from + to) >>> 1;
            sort(a, from, middle, order);
            sort(a, middle, to, order);
            merge(a, from, middle, to, order);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            Object x = a[i];
            int at = i;
            while (at > from && compare(order, x, a[at - 1]) < 0) {
                a[at] = a[at - 1];
                at--;
            }
            a[at] = x;
        }
    }
    private static void merge(Object[] a, int from, int middle, int to, Comparator<?> order) {
        Object[] left = new Object[middle - from];
        for (int i = 0; i < left.length; i++) left[i] = a[from + i];
        int i = 0, j = middle, out = from;
        while (i < left.length && j < to) a[out++] = compare(order, a[j], left[i]) < 0 ? a[j++] : left[i++];
        while (i < left.length) a[out++] = left[i++];
    }
}
