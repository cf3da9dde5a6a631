package java.util.function;

@FunctionalInterface
public interface Consumer<T> {
    void accept(T x);
    default Consumer<T> andThen(Consumer<? super T> other) {
        if (other == null) throw Throwable.withUnknownMessage(new NullPointerException());
        return new Consumer<T>() {
            public void accept(T x) { Consumer.this.accept(x); other.accept(x); }
        };
    }
}
