package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
    boolean addAll(int index, Collection<? extends E> others);
    E get(int index);
    E set(int index, E x);
    void add(int index, E x);
    E remove(int index);
    int indexOf(Object x);
    int lastIndexOf(Object x);
    ListIterator<E> listIterator();
    ListIterator<E> listIterator(int index);
    List<E> subList(int from, int to);
    default void replaceAll(UnaryOperator<E> change) {
        if (change == null) throw Throwable.withUnknownMessage(new NullPointerException());
        for (ListIterator<E> i = listIterator(); i.hasNext();) i.set(change.apply(i.next()));
    }
    default void sort(Comparator<? super E> order) {
        Object[] all = toArray();
        Sorting.sort(all, 0, all.length, order);
        ListIterator<E> at = listIterator();
        for (int i = 0; i < all.length; i++) {
            at.next();
            at.set((E) all[i]);
        }
    }

    static <E> List<E> of() { return new FixedList<>(new Object[] {}); }
    static <E> List<E> of(E x0) { return new FixedList<>(new Object[] {x0}); }
    static <E> List<E> of(E x0, E x1) { return new FixedList<>(new Object[] {x0, x1}); }
    static <E> List<E> of(E x0, E x1, E x2) { return new FixedList<>(new Object[] {x0, x1, x2}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3) { return new FixedList<>(new Object[] {x0, x1, x2, x3}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3, E x4) { return new FixedList<>(new Object[] {x0, x1, x2, x3, x4}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3, E x4, E x5) { return new FixedList<>(new Object[] {x0, x1, x2, x3, x4, x5}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3, E x4, E x5, E x6) { return new FixedList<>(new Object[] {x0, x1, x2, x3, x4, x5, x6}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3, E x4, E x5, E x6, E x7) { return new FixedList<>(new Object[] {x0, x1, x2, x3, x4, x5, x6, x7}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3, E x4, E x5, E x6, E x7, E x8) { return new FixedList<>(new Object[] {x0, x1, x2, x3, x4, x5, x6, x7, x8}); }
    static <E> List<E> of(E x0, E x1, E x2, E x3, E x4, E x5, E x6, E x7, E x8, E x9) { return new FixedList<>(new Object[] {x0, x1, x2, x3, x4, x5, x6, x7, x8, x9}); }
    @SafeVarargs
    static <E> List<E> of(E... all) {
        Object[] copy = new Object[all.length];
        for (int i = 0; i < all.length; i++) copy[i] = all[i];
        return new FixedList<>(copy);
    }
    static <E> List<E> copyOf(Collection<? extends E> others) { return new FixedList<>(others.toArray()); }
}
