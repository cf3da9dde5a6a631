package java.util;

/** A heap in an array, whose order iterators show. */
public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    private Object[] data;
    private int count, changes;
    private final Comparator<? super E> order;

    public PriorityQueue() { this(11, null); }
    public PriorityQueue(int capacity) { this(capacity, null); }
    public PriorityQueue(Comparator<? super E> order) { this(11, order); }
    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) throw new IllegalArgumentException();
        data = new Object[capacity];
        this.order = order;
    }

    private int compare(Object a, Object b) {
        return order == null ? ((Comparable<Object>) a).compareTo(b) : ((Comparator<Object>) order).compare(a, b);
    }
    private void rise(int at, Object x) {
        int k = at;
        while (k > 0) {
            int parent = (k - 1) >>> 1;
            if (compare(x, data[parent]) >= 0) break;
            data[k] = data[parent];
            k = parent;
        }
        data[k] = x;
    }
    private void sink(int at, Object x) {
        int k = at;
        while (k < count >>> 1) {
            int child = 2 * k + 1;
            if (child + 1 < count && compare(data[child], data[child + 1]) > 0) child++;
            if (compare(x, data[child]) <= 0) break;
            data[k] = data[child];
            k = child;
        }
        data[k] = x;
    }
    private void removeAt(int i) {
        changes++;
        count--;
        Object moved = data[count];
        data[count] = null;
        if (i == count) return;
        sink(i, moved);
        if (data[i] == moved) rise(i, moved);
    }
    private int find(Object x) {
        for (int i = 0; x != null && i < count; i++) if (x.equals(data[i])) return i;
        return -1;
    }
    public boolean add(E x) { return offer(x); }
    public boolean offer(E x) {
        if (x == null) throw Throwable.withUnknownMessage(new NullPointerException());
        changes++;
        if (count == data.length) {
            Object[] larger = new Object[2 * count];
            for (int i = 0; i < count; i++) larger[i] = data[i];
            data = larger;
        }
        if (order == null && !(x instanceof Comparable)) throw Throwable.withUnknownMessage(new ClassCastException());
        rise(count, x);
        count++;
        return true;
    }
    public E peek() { return count == 0 ? null : (E) data[0]; }
    public E poll() {
        if (count == 0) return null;
        E first = (E) data[0];
        changes++;
        count--;
        Object moved = data[count];
        data[count] = null;
        if (count > 0) sink(0, moved);
        return first;
    }
    public boolean remove(Object x) {
        int i = find(x);
        if (i >= 0) removeAt(i);
        return i >= 0;
    }
    public boolean contains(Object x) { return find(x) >= 0; }
    public int size() { return count; }
    public void clear() {
        changes++;
        for (int i = 0; i < count; i++) data[i] = null;
        count = 0;
    }
    public Comparator<? super E> comparator() { return order; }
    public Object[] toArray() {
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) all[i] = data[i];
        return all;
    }
    public native <T> T[] toArray(T[] out);
    public native boolean removeIf(java.util.function.Predicate<? super E> filter);
    public native boolean removeAll(Collection<?> others);
    public native boolean retainAll(Collection<?> others);
    public native void forEach(java.util.function.Consumer<? super E> action);
    public Iterator<E> iterator() { return new Walk(); }

    private class Walk implements Iterator<E> {
        private int at, expected = changes;

        public boolean hasNext() { return at < count; }
        public E next() {
            if (changes != expected) throw new ConcurrentModificationException();
            if (at >= count) throw new NoSuchElementException();
            return (E) data[at++];
        }
        public void remove() { removeLast(); }
        private native void removeLast();
    }
}
