package java.util;

import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

@FunctionalInterface
public interface Comparator<T> {
    int compare(T a, T b);
    boolean equals(Object other);
    default Comparator<T> reversed() { return Collections.reverseOrder(this); }
    default Comparator<T> thenComparing(Comparator<? super T> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Comparator<T>() {
            public int compare(T a, T b) {
                int first = Comparator.this.compare(a, b);
                return first != 0 ? first : other.compare(a, b);
            }
        };
    }
    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }
    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) { return thenComparing(comparingInt(key)); }
    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() { return (Comparator<T>) (Comparator<?>) new Sorting.Natural(); }
    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() { return Collections.reverseOrder(); }
    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        if (key == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Comparator<T>() {
            public int compare(T a, T b) { return ((Comparable<Object>) key.apply(a)).compareTo(key.apply(b)); }
        };
    }
    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        if (key == null || order == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Comparator<T>() {
            public int compare(T a, T b) { return order.compare(key.apply(a), key.apply(b)); }
        };
    }
    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        if (key == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Comparator<T>() {
            public int compare(T a, T b) { return Integer.compare(key.applyAsInt(a), key.applyAsInt(b)); }
        };
    }
    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        if (key == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Comparator<T>() {
            public int compare(T a, T b) { return Long.compare(key.applyAsLong(a), key.applyAsLong(b)); }
        };
    }
}
