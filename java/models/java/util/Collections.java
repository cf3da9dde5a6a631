package java.util;

public class Collections {
    private Collections() {}

    public static <T extends Comparable<? super T>> void sort(List<T> list) { list.sort(null); }
    public static <T> void sort(List<T> list, Comparator<? super T> order) { list.sort(order); }
    private static <T> int compare(Comparator<? super T> order, T a, T b) {
        return order == null ? ((Comparable<T>) a).compareTo(b) : order.compare(a, b);
    }
    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> all) { return max(all, null); }
    public static <T> T max(Collection<? extends T> all, Comparator<? super T> order) {
        Iterator<? extends T> i = all.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T x = i.next();
            if (compare(order, x, best) > 0) best = x;
        }
        return best;
    }
    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> all) { return min(all, null); }
    public static <T> T min(Collection<? extends T> all, Comparator<? super T> order) {
        Iterator<? extends T> i = all.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T x = i.next();
            if (compare(order, x, best) < 0) best = x;
        }
        return best;
    }
    public static void swap(List<?> list, int i, int j) {
        List<Object> all = (List<Object>) list;
        all.set(i, all.set(j, all.get(i)));
    }
    public static void reverse(List<?> list) {
        for (int i = 0, j = list.size() - 1; i < j; i++, j--) swap(list, i, j);
    }
    public static <T> void fill(List<? super T> list, T x) { for (int i = 0; i < list.size(); i++) list.set(i, x); }
    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> to, T... all) {
        boolean changed = false;
        for (int i = 0; i < all.length; i++) changed |= to.add(all[i]);
        return changed;
    }
    public static int frequency(Collection<?> all, Object x) {
        int count = 0;
        for (Object y : all) if (x == null ? y == null : x.equals(y)) count++;
        return count;
    }
    public static <T> Comparator<T> reverseOrder() { return (Comparator<T>) new Sorting.Reverse(); }
    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        if (order == null) return reverseOrder();
        return new Comparator<T>() {
            public int compare(T a, T b) { return order.compare(b, a); }
            public Comparator<T> reversed() { return order; }
        };
    }
}
