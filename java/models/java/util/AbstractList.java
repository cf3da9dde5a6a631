package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected transient int modCount = 0;

    protected AbstractList() {}
    private static IndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new IndexOutOfBoundsException());
    }
    public boolean add(E x) {
        add(size(), x);
        return true;
    }
    public abstract E get(int index);
    public E set(int index, E x) { throw new UnsupportedOperationException(); }
    public void add(int index, E x) { throw new UnsupportedOperationException(); }
    public E remove(int index) { throw new UnsupportedOperationException(); }
    public int indexOf(Object x) {
        for (ListIterator<E> i = listIterator(); i.hasNext();) {
            E y = i.next();
            if (x == null ? y == null : x.equals(y)) return i.previousIndex();
        }
        return -1;
    }
    public int lastIndexOf(Object x) {
        for (ListIterator<E> i = listIterator(size()); i.hasPrevious();) {
            E y = i.previous();
            if (x == null ? y == null : x.equals(y)) return i.nextIndex();
        }
        return -1;
    }
    public void clear() { removeRange(0, size()); }
    protected void removeRange(int from, int to) {
        ListIterator<E> at = listIterator(from);
        for (int i = from; i < to; i++) {
            at.next();
            at.remove();
        }
    }
    public boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > size()) throw outOfBounds();
        int at = index;
        for (E x : others) add(at++, x);
        return at != index;
    }
    public Iterator<E> iterator() { return new Walk(0); }
    public ListIterator<E> listIterator() { return listIterator(0); }
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) throw outOfBounds();
        return new ListWalk(index);
    }
    public native List<E> subList(int from, int to);
    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof List)) return false;
        Iterator<E> a = listIterator();
        Iterator<?> b = ((List<?>) other).listIterator();
        while (a.hasNext() && b.hasNext()) {
            Object x = a.next(), y = b.next();
            if (!(x == null ? y == null : x.equals(y))) return false;
        }
        return !a.hasNext() && !b.hasNext();
    }
    public int hashCode() {
        int h = 1;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            E x = i.next();
            h = 31 * h + (x == null ? 0 : x.hashCode());
        }
        return h;
    }

    /** Stops when the list is changed by somebody else. */
    private class Walk implements Iterator<E> {
        int at, last = -1, expected = modCount;

        Walk(int at) { this.at = at; }
        final void check() { if (modCount != expected) throw new ConcurrentModificationException(); }
        public boolean hasNext() { return at != size(); }
        public E next() {
            check();
            if (at >= size()) throw Throwable.withUnknownMessage(new NoSuchElementException());
            last = at;
            at++;
            return get(last);
        }
        public void remove() {
            if (last < 0) throw new IllegalStateException();
            check();
            AbstractList.this.remove(last);
            if (last < at) at--;
            last = -1;
            expected = modCount;
        }
    }
    private class ListWalk extends Walk implements ListIterator<E> {
        ListWalk(int at) { super(at); }
        public boolean hasPrevious() { return at != 0; }
        public int nextIndex() { return at; }
        public int previousIndex() { return at - 1; }
        public E previous() {
            check();
            if (at <= 0) throw Throwable.withUnknownMessage(new NoSuchElementException());
            at--;
            last = at;
            return get(last);
        }
        public void set(E x) {
            if (last < 0) throw new IllegalStateException();
            check();
            AbstractList.this.set(last, x);
            expected = modCount;
        }
        public void add(E x) {
            check();
            AbstractList.this.add(at, x);
            at++;
            last = -1;
            expected = modCount;
        }
    }
}
