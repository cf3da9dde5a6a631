package java.util;

import java.util.function.Predicate;

public interface Collection<E> extends Iterable<E> {
    int size();
    boolean isEmpty();
    boolean contains(Object x);
    Iterator<E> iterator();
    Object[] toArray();
    boolean add(E x);
    boolean remove(Object x);
    boolean containsAll(Collection<?> others);
    boolean addAll(Collection<? extends E> others);
    boolean removeAll(Collection<?> others);
    boolean retainAll(Collection<?> others);
    default boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw Throwable.withUnknownMessage(new NullPointerException());
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext();)
            if (filter.test(i.next())) {
                i.remove();
                changed = true;
            }
        return changed;
    }
    void clear();
    boolean equals(Object other);
    int hashCode();
}
