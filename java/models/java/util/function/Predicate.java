package java.util.function;

@FunctionalInterface
public interface Predicate<T> {
    boolean test(T x);
    default Predicate<T> and(Predicate<? super T> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Predicate<T>() {
            public boolean test(T x) { return Predicate.this.test(x) && other.test(x); }
        };
    }
    default Predicate<T> or(Predicate<? super T> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Predicate<T>() {
            public boolean test(T x) { return Predicate.this.test(x) || other.test(x); }
        };
    }
    default Predicate<T> negate() {
        return new Predicate<T>() {
            public boolean test(T x) { return !Predicate.this.test(x); }
        };
    }
}
