package java.util.function;

@FunctionalInterface
public interface Function<T, R> {
    R apply(T x);
    default <V> Function<T, V> andThen(Function<? super R, ? extends V> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Function<T, V>() {
            public V apply(T x) { return other.apply(Function.this.apply(x)); }
        };
    }
    default <V> Function<V, R> compose(Function<? super V, ? extends T> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Function<V, R>() {
            public R apply(V x) { return Function.this.apply(other.apply(x)); }
        };
    }
    static <T> Function<T, T> identity() {
        return new Function<T, T>() {
            public T apply(T x) { return x; }
        };
    }
}
