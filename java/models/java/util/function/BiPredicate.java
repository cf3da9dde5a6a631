package java.util.function;

@FunctionalInterface
public interface BiPredicate<T, U> {
    boolean test(T x, U y);
    default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new BiPredicate<T, U>() {
            public boolean test(T x, U y) { return BiPredicate.this.test(x, y) && other.test(x, y); }
        };
    }
    default BiPredicate<T, U> or(BiPredicate<? super T, ? super U> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new BiPredicate<T, U>() {
            public boolean test(T x, U y) { return BiPredicate.this.test(x, y) || other.test(x, y); }
        };
    }
    default BiPredicate<T, U> negate() {
        return new BiPredicate<T, U>() {
            public boolean test(T x, U y) { return !BiPredicate.this.test(x, y); }
        };
    }
}
