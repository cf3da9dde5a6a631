package java.util.function;

@FunctionalInterface
public interface LongPredicate {
    boolean test(long x);
    default LongPredicate and(LongPredicate other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new LongPredicate() {
            public boolean test(long x) { return LongPredicate.this.test(x) && other.test(x); }
        };
    }
    default LongPredicate or(LongPredicate other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new LongPredicate() {
            public boolean test(long x) { return LongPredicate.this.test(x) || other.test(x); }
        };
    }
    default LongPredicate negate() {
        return new LongPredicate() {
            public boolean test(long x) { return !LongPredicate.this.test(x); }
        };
    }
}
