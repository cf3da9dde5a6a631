package java.util;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Optional<T> {
    private final T value;

    private Optional(T value) { this.value = value; }
    public static <T> Optional<T> empty() { return new Optional<>(null); }
    public static <T> Optional<T> of(T value) { return new Optional<>(Objects.requireNonNull(value)); }
    public static <T> Optional<T> ofNullable(T value) { return new Optional<>(value); }
    public T get() {
        if (value == null) throw new NoSuchElementException("No value present");
        return value;
    }
    public T orElseThrow() { return get(); }
    public <X extends Throwable> T orElseThrow(Supplier<? extends X> make) throws X {
        if (value == null) throw make.get();
        return value;
    }
    public boolean isPresent() { return value != null; }
    public boolean isEmpty() { return value == null; }
    public T orElse(T other) { return value != null ? value : other; }
    public T orElseGet(Supplier<? extends T> other) { return value != null ? value : other.get(); }
    public void ifPresent(Consumer<? super T> action) { if (value != null) action.accept(value); }
    public void ifPresentOrElse(Consumer<? super T> action, Runnable other) {
        if (value != null) action.accept(value);
        else other.run();
    }
    public Optional<T> filter(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        return value == null || predicate.test(value) ? this : empty();
    }
    public <U> Optional<U> map(Function<? super T, ? extends U> change) {
        Objects.requireNonNull(change);
        return value == null ? empty() : ofNullable(change.apply(value));
    }
    public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> change) {
        Objects.requireNonNull(change);
        return value == null ? empty() : Objects.requireNonNull((Optional<U>) change.apply(value));
    }
    public boolean equals(Object other) { return other instanceof Optional && Objects.equals(value, ((Optional<?>) other).value); }
    public int hashCode() { return Objects.hashCode(value); }
    public String toString() { return value == null ? "Optional.empty" : "Optional[" + value + "]"; }
}
