package java.util.function;

@FunctionalInterface
public interface LongUnaryOperator {
    long applyAsLong(long x);
    default LongUnaryOperator andThen(LongUnaryOperator other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new LongUnaryOperator() {
            public long applyAsLong(long x) { return other.applyAsLong(LongUnaryOperator.this.applyAsLong(x)); }
        };
    }
    default LongUnaryOperator compose(LongUnaryOperator other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new LongUnaryOperator() {
            public long applyAsLong(long x) { return LongUnaryOperator.this.applyAsLong(other.applyAsLong(x)); }
        };
    }
}
