package java.util.function;

@FunctionalInterface
public interface IntPredicate {
    boolean test(int x);
    default IntPredicate and(IntPredicate other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new IntPredicate() {
            public boolean test(int x) { return IntPredicate.this.test(x) && other.test(x); }
        };
    }
    default IntPredicate or(IntPredicate other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new IntPredicate() {
            public boolean test(int x) { return IntPredicate.this.test(x) || other.test(x); }
        };
    }
    default IntPredicate negate() {
        return new IntPredicate() {
            public boolean test(int x) { return !IntPredicate.this.test(x); }
        };
    }
}
