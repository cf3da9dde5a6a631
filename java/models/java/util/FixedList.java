package java.util;

/** What List.of gives: it holds no null, and never changes. */
final class FixedList<E> extends AbstractList<E> implements RandomAccess, java.io.Serializable {
    private final Object[] data;

    /** The array is its own. */
    FixedList(Object[] data) {
        for (int i = 0; i < data.length; i++) if (data[i] == null) throw Throwable.withUnknownMessage(new NullPointerException());
        this.data = data;
    }
    private static UnsupportedOperationException fixed() { return new UnsupportedOperationException(); }
    public int size() { return data.length; }
    public E get(int index) {
        if (index < 0 || index >= data.length)
            throw Throwable.withUnknownMessage(data.length == 1 || data.length == 2 ? new IndexOutOfBoundsException() : new ArrayIndexOutOfBoundsException());
        return (E) data[index];
    }
    public int indexOf(Object x) {
        if (x == null) throw Throwable.withUnknownMessage(new NullPointerException());
        for (int i = 0; i < data.length; i++) if (x.equals(data[i])) return i;
        return -1;
    }
    public int lastIndexOf(Object x) {
        if (x == null) throw Throwable.withUnknownMessage(new NullPointerException());
        for (int i = data.length - 1; i >= 0; i--) if (x.equals(data[i])) return i;
        return -1;
    }
    public boolean contains(Object x) { return indexOf(x) >= 0; }
    public boolean add(E x) { throw fixed(); }
    public boolean addAll(Collection<? extends E> others) { throw fixed(); }
    public boolean addAll(int index, Collection<? extends E> others) { throw fixed(); }
    public void clear() { throw fixed(); }
    public boolean remove(Object x) { throw fixed(); }
    public boolean removeAll(Collection<?> others) { throw fixed(); }
    public boolean retainAll(Collection<?> others) { throw fixed(); }
    public boolean removeIf(java.util.function.Predicate<? super E> filter) { throw fixed(); }
    public void replaceAll(java.util.function.UnaryOperator<E> change) { throw fixed(); }
    public void sort(Comparator<? super E> order) { throw fixed(); }
    public Iterator<E> iterator() { return new Walk(0); }
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > data.length) throw Throwable.withUnknownMessage(new IndexOutOfBoundsException());
        return new Walk(index);
    }

    private class Walk implements ListIterator<E> {
        private int at;

        Walk(int at) { this.at = at; }
        public boolean hasNext() { return at != data.length; }
        public boolean hasPrevious() { return at != 0; }
        public int nextIndex() { return at; }
        public int previousIndex() { return at - 1; }
        public E next() {
            if (at >= data.length) throw new NoSuchElementException();
            return (E) data[at++];
        }
        public E previous() {
            if (at <= 0) throw new NoSuchElementException();
            return (E) data[--at];
        }
        public void remove() { throw fixed(); }
        public void set(E x) { throw fixed(); }
        public void add(E x) { throw fixed(); }
    }
}
