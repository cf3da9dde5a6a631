package java.util.function;

@FunctionalInterface
public interface BiFunction<T, U, R> {
    R apply(T x, U y);
    default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new BiFunction<T, U, V>() {
            public V apply(T x, U y) { return other.apply(BiFunction.this.apply(x, y)); }
        };
    }
}
