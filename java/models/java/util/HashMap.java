package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Rows of a table of 2^n, in the order that the library has: iterators show it. A row that becomes a tree there is not
    supported. */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    static class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;         /* of the row */
        Node<K, V> older, newer; /* of a map that keeps the order of insertion */

        Node(int hash, K key, V value) { this.hash = hash; this.key = key; this.value = value; }
        public K getKey() { return key; }
        public V getValue() { return value; }
        public V setValue(V x) { V old = value; value = x; return old; }
        public String toString() { return key + "=" + value; }
        public int hashCode() { return (key == null ? 0 : key.hashCode()) ^ (value == null ? 0 : value.hashCode()); }
        public boolean equals(Object other) {
            if (other == this) return true;
            if (!(other instanceof Map.Entry)) return false;
            Object k = ((Map.Entry<?, ?>) other).getKey(), v = ((Map.Entry<?, ?>) other).getValue();
            return (key == null ? k == null : key.equals(k)) && (value == null ? v == null : value.equals(v));
        }
    }
    private Node<K, V>[] table;
    private int count, changes;
    private int firstSize; /* of the table; 0: not said */

    public HashMap() {}
    public HashMap(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        firstSize = powerAbove(capacity);
    }
    public HashMap(Map<? extends K, ? extends V> others) { storeAll(others); }

    private static int powerAbove(int n) {
        int power = 1;
        while (power < n && power < 1 << 30) power <<= 1;
        return power;
    }
    private static int hash(Object key) {
        if (key == null) return 0;
        int h = key.hashCode();
        return h ^ h >>> 16;
    }
    private static native void rowBecomesTree();
    static native void changedInAction();

    /* What a map does that keeps an order of its own. */
    void noteNew(Node<K, V> node) {}
    void noteRemoved(Node<K, V> node) {}
    void noteCleared() {}
    void noteInsertion() {}
    Node<K, V> firstNode() { return firstFrom(0); }
    Node<K, V> nextNode(Node<K, V> node) {
        return node.next != null ? node.next : firstFrom((node.hash & table.length - 1) + 1);
    }
    private Node<K, V> firstFrom(int row) {
        for (int i = row; table != null && i < table.length; i++) if (table[i] != null) return table[i];
        return null;
    }
    private void enlarge() {
        Node<K, V>[] old = table;
        int size = old != null ? 2 * old.length : firstSize == 0 ? 16 : firstSize;
        Node<K, V>[] rows = (Node<K, V>[]) new Node[size];
        Node<K, V>[] ends = (Node<K, V>[]) new Node[size];
        for (int i = 0; old != null && i < old.length; i++) {
            Node<K, V> next;
            for (Node<K, V> node = old[i]; node != null; node = next) {
                next = node.next;
                node.next = null;
                int row = node.hash & size - 1;
                if (ends[row] == null) rows[row] = node;
                else ends[row].next = node;
                ends[row] = node;
            }
        }
        table = rows;
    }
    private void enlargeLongRow() {
        if (table.length >= 64) rowBecomesTree();
        enlarge();
    }
    private boolean isFull() { return count > table.length * 3 / 4; }
    private Node<K, V> find(Object key) {
        if (table == null) return null;
        return findIn(hash(key), key);
    }
    private Node<K, V> findIn(int hash, Object key) {
        for (Node<K, V> node = table[hash & table.length - 1]; node != null; node = node.next)
            if (node.hash == hash && (key == null ? node.key == null : key == node.key || key.equals(node.key))) return node;
        return null;
    }
    /** At the end of its row, as put does. */
    private void append(int hash, K key, V value) {
        Node<K, V> node = new Node<>(hash, key, value);
        int row = hash & table.length - 1, length = 1;
        if (table[row] == null) {
            table[row] = node;
        } else {
            Node<K, V> last = table[row];
            for (length = 2; last.next != null; length++) last = last.next;
            last.next = node;
        }
        noteNew(node);
        if (length > 8) enlargeLongRow();
        changes++;
        count++;
        if (isFull()) enlarge();
        noteInsertion();
    }
    /** At the start of its row, as merge and compute do; the table has room. */
    private void prepend(int hash, K key, V value) {
        Node<K, V> node = new Node<>(hash, key, value);
        int row = hash & table.length - 1, length = 0;
        for (Node<K, V> other = table[row]; other != null; other = other.next) length++;
        node.next = table[row];
        table[row] = node;
        noteNew(node);
        if (length >= 7) enlargeLongRow();
        changes++;
        count++;
        noteInsertion();
    }
    private void makeRoom() { if (table == null || isFull()) enlarge(); }
    private V store(K key, V value, boolean isNewOnly) {
        int hash = hash(key);
        if (table == null) enlarge();
        Node<K, V> node = findIn(hash, key);
        if (node == null) {
            append(hash, key, value);
            return null;
        }
        V old = node.value;
        if (!isNewOnly || old == null) node.value = value;
        return old;
    }
    private void storeAll(Map<? extends K, ? extends V> others) {
        int n = others.size(), least = n * 4 / 3 + 1;
        if (n == 0) return;
        if (table == null && least > firstSize) firstSize = powerAbove(least);
        for (Map.Entry<? extends K, ? extends V> e : others.entrySet()) store(e.getKey(), e.getValue(), false);
    }
    private boolean unlink(Node<K, V> node) {
        if (node == null) return false;
        int row = node.hash & table.length - 1;
        if (table[row] == node) {
            table[row] = node.next;
        } else {
            Node<K, V> before = table[row];
            while (before.next != node) before = before.next;
            before.next = node.next;
        }
        changes++;
        count--;
        noteRemoved(node);
        return true;
    }

    public int size() { return count; }
    public boolean isEmpty() { return count == 0; }
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }
    public boolean containsKey(Object key) { return find(key) != null; }
    public boolean containsValue(Object value) {
        for (Node<K, V> node = firstNode(); node != null; node = nextNode(node))
            if (value == null ? node.value == null : value == node.value || value.equals(node.value)) return true;
        return false;
    }
    public V put(K key, V value) { return store(key, value, false); }
    public void putAll(Map<? extends K, ? extends V> others) { storeAll(others); }
    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) return null;
        unlink(node);
        return node.value;
    }
    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        return node != null && (value == null ? node.value == null : value == node.value || value.equals(node.value)) && unlink(node);
    }
    public void clear() {
        changes++;
        for (int i = 0; table != null && i < table.length; i++) table[i] = null;
        count = 0;
        noteCleared();
    }
    public V getOrDefault(Object key, V other) {
        Node<K, V> node = find(key);
        return node == null ? other : node.value;
    }
    public V putIfAbsent(K key, V value) { return store(key, value, true); }
    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) return null;
        V old = node.value;
        node.value = value;
        return old;
    }
    private void check(int expected) { if (changes != expected) throw new ConcurrentModificationException(); }
    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (make == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int hash = hash(key);
        makeRoom();
        Node<K, V> node = findIn(hash, key);
        if (node != null && node.value != null) return node.value;
        int expected = changes;
        V value = make.apply(key);
        check(expected);
        if (value == null) return null;
        if (node != null) node.value = value;
        else prepend(hash, key, value);
        return value;
    }
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (change == null) throw Throwable.withUnknownMessage(new NullPointerException());
        Node<K, V> node = find(key);
        if (node == null || node.value == null) return null;
        int expected = changes;
        V value = change.apply(key, node.value);
        check(expected);
        if (value == null) unlink(node);
        else node.value = value;
        return value;
    }
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        if (change == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int hash = hash(key);
        makeRoom();
        Node<K, V> node = findIn(hash, key);
        int expected = changes;
        V value = change.apply(key, node == null ? null : node.value);
        check(expected);
        if (node == null) {
            if (value != null) prepend(hash, key, value);
        } else if (value == null) {
            unlink(node);
        } else {
            node.value = value;
        }
        return value;
    }
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (value == null || join == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int hash = hash(key);
        makeRoom();
        Node<K, V> node = findIn(hash, key);
        if (node == null) {
            prepend(hash, key, value);
            return value;
        }
        V joined = value;
        if (node.value != null) {
            int expected = changes;
            joined = join.apply(node.value, value);
            check(expected);
        }
        if (joined == null) unlink(node);
        else node.value = joined;
        return joined;
    }
    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int expected = changes;
        for (Node<K, V> node = firstNode(); node != null; node = nextNode(node)) {
            action.accept(node.key, node.value);
            if (changes != expected) changedInAction();
        }
    }
    public native void replaceAll(BiFunction<? super K, ? super V, ? extends V> change);
    public native boolean replace(K key, V old, V young);
    public native Object clone();
    public Set<K> keySet() { return new Keys(); }
    public Collection<V> values() { return new Values(); }
    public Set<Map.Entry<K, V>> entrySet() { return new Entries(); }

    private class Keys extends AbstractSet<K> {
        public int size() { return count; }
        public void clear() { HashMap.this.clear(); }
        public boolean contains(Object key) { return containsKey(key); }
        public boolean remove(Object key) { return unlink(find(key)); }
        public Iterator<K> iterator() { return new KeyWalk(); }
        public void forEach(Consumer<? super K> action) {
            if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
            int expected = changes;
            for (Node<K, V> node = firstNode(); node != null; node = nextNode(node)) {
                action.accept(node.key);
                if (changes != expected) changedInAction();
            }
        }
    }
    private class Values extends AbstractCollection<V> {
        public int size() { return count; }
        public void clear() { HashMap.this.clear(); }
        public boolean contains(Object value) { return containsValue(value); }
        public Iterator<V> iterator() { return new ValueWalk(); }
        public void forEach(Consumer<? super V> action) {
            if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
            int expected = changes;
            for (Node<K, V> node = firstNode(); node != null; node = nextNode(node)) {
                action.accept(node.value);
                if (changes != expected) changedInAction();
            }
        }
    }
    private class Entries extends AbstractSet<Map.Entry<K, V>> {
        public int size() { return count; }
        public void clear() { HashMap.this.clear(); }
        private Node<K, V> same(Object x) {
            if (!(x instanceof Map.Entry)) return null;
            Node<K, V> node = find(((Map.Entry<?, ?>) x).getKey());
            return node != null && node.equals(x) ? node : null;
        }
        public boolean contains(Object x) { return same(x) != null; }
        public boolean remove(Object x) { return unlink(same(x)); }
        public Iterator<Map.Entry<K, V>> iterator() { return new EntryWalk(); }
        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
            int expected = changes;
            for (Node<K, V> node = firstNode(); node != null; node = nextNode(node)) {
                action.accept(node);
                if (changes != expected) changedInAction();
            }
        }
    }
    private abstract class Walk {
        private Node<K, V> next = firstNode(), returned;
        private int expected = changes;

        public boolean hasNext() { return next != null; }
        Node<K, V> step() {
            check(expected);
            if (next == null) throw new NoSuchElementException();
            returned = next;
            next = nextNode(returned);
            return returned;
        }
        public void remove() {
            if (returned == null) throw new IllegalStateException();
            check(expected);
            unlink(returned);
            returned = null;
            expected = changes;
        }
    }
    private class KeyWalk extends Walk implements Iterator<K> {
        public K next() { return step().key; }
    }
    private class ValueWalk extends Walk implements Iterator<V> {
        public V next() { return step().value; }
    }
    private class EntryWalk extends Walk implements Iterator<Map.Entry<K, V>> {
        public Map.Entry<K, V> next() { return step(); }
    }
}
