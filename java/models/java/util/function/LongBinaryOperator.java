package java.util.function;

@FunctionalInterface
public interface LongBinaryOperator {
    long applyAsLong(long x, long y);
}
