package java.util.function;

@FunctionalInterface
public interface IntUnaryOperator {
    int applyAsInt(int x);
    default IntUnaryOperator andThen(IntUnaryOperator other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new IntUnaryOperator() {
            public int applyAsInt(int x) { return other.applyAsInt(IntUnaryOperator.this.applyAsInt(x)); }
        };
    }
    default IntUnaryOperator compose(IntUnaryOperator other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new IntUnaryOperator() {
            public int applyAsInt(int x) { return IntUnaryOperator.this.applyAsInt(other.applyAsInt(x)); }
        };
    }
}
