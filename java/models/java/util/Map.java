package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public interface Map<K, V> {
    interface Entry<K, V> {
        K getKey();
        V getValue();
        V setValue(V value);
        boolean equals(Object other);
        int hashCode();
    }

    int size();
    boolean isEmpty();
    boolean containsKey(Object key);
    boolean containsValue(Object value);
    V get(Object key);
    V put(K key, V value);
    V remove(Object key);
    void putAll(Map<? extends K, ? extends V> others);
    void clear();
    Set<K> keySet();
    Collection<V> values();
    Set<Map.Entry<K, V>> entrySet();
    boolean equals(Object other);
    int hashCode();
    default V getOrDefault(Object key, V other) {
        V value = get(key);
        return value != null || containsKey(key) ? value : other;
    }
    default void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
        for (Map.Entry<K, V> e : entrySet()) action.accept(e.getKey(), e.getValue());
    }
    default V putIfAbsent(K key, V value) {
        V old = get(key);
        return old == null ? put(key, value) : old;
    }
    default boolean remove(Object key, Object value) {
        Object old = get(key);
        if (!(old == null ? value == null : old.equals(value)) || old == null && !containsKey(key)) return false;
        remove(key);
        return true;
    }
    default V replace(K key, V value) { return get(key) != null || containsKey(key) ? put(key, value) : null; }
    default V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (make == null) throw Throwable.withUnknownMessage(new NullPointerException());
        V old = get(key);
        if (old != null) return old;
        V value = make.apply(key);
        if (value != null) put(key, value);
        return value;
    }
    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (change == null) throw Throwable.withUnknownMessage(new NullPointerException());
        V old = get(key);
        return old == null ? null : store(key, change.apply(key, old), true);
    }
    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (change == null) throw Throwable.withUnknownMessage(new NullPointerException());
        V old = get(key);
        return store(key, change.apply(key, old), old != null || containsKey(key));
    }
    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (join == null || value == null) throw Throwable.withUnknownMessage(new NullPointerException());
        V old = get(key);
        return store(key, old == null ? value : join.apply(old, value), true);
    }
    /** A value that is null means: none. */
    private V store(K key, V value, boolean mayBeThere) {
        if (value != null) put(key, value);
        else if (mayBeThere) remove(key);
        return value;
    }
}
