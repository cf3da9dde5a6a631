package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private Object[] data;
    private int count;

    public ArrayList() { data = new Object[10]; }
    public ArrayList(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        data = new Object[capacity];
    }
    public ArrayList(Collection<? extends E> others) {
        Object[] all = others.toArray();
        count = all.length;
        data = new Object[count];
        for (int i = 0; i < count; i++) data[i] = all[i];
    }

    private static IndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new IndexOutOfBoundsException());
    }
    private void reserve(int total) {
        Object[] old = data;
        if (total <= old.length) return;
        int more = old.length + (old.length >> 1);
        Object[] larger = new Object[more < total ? total : more];
        for (int i = 0; i < count; i++) larger[i] = old[i];
        data = larger;
    }
    /** Room for so many at this place. */
    private void shift(int index, int more) {
        reserve(count + more);
        for (int i = count - 1; i >= index; i--) data[i + more] = data[i];
        count += more;
    }
    private void removeAt(int index) {
        modCount++;
        for (int i = index + 1; i < count; i++) data[i - 1] = data[i];
        count--;
        data[count] = null;
    }
    private int find(Object x) {
        for (int i = 0; i < count; i++) if (x == null ? data[i] == null : x.equals(data[i])) return i;
        return -1;
    }
    public void ensureCapacity(int least) { if (least > data.length) modCount++; }
    public void trimToSize() { modCount++; }
    public int size() { return count; }
    public boolean isEmpty() { return count == 0; }
    public E get(int index) {
        if (index < 0 || index >= count) throw outOfBounds();
        return (E) data[index];
    }
    public E set(int index, E x) {
        if (index < 0 || index >= count) throw outOfBounds();
        E old = (E) data[index];
        data[index] = x;
        return old;
    }
    public boolean add(E x) {
        modCount++;
        reserve(count + 1);
        data[count] = x;
        count++;
        return true;
    }
    public void add(int index, E x) {
        if (index < 0 || index > count) throw outOfBounds();
        modCount++;
        shift(index, 1);
        data[index] = x;
    }
    public E remove(int index) {
        if (index < 0 || index >= count) throw outOfBounds();
        E old = (E) data[index];
        removeAt(index);
        return old;
    }
    public boolean remove(Object x) {
        int index = find(x);
        if (index < 0) return false;
        removeAt(index);
        return true;
    }
    public boolean contains(Object x) { return find(x) >= 0; }
    public int indexOf(Object x) { return find(x); }
    public int lastIndexOf(Object x) {
        for (int i = count - 1; i >= 0; i--) if (x == null ? data[i] == null : x.equals(data[i])) return i;
        return -1;
    }
    public void clear() {
        modCount++;
        for (int i = 0; i < count; i++) data[i] = null;
        count = 0;
    }
    public boolean addAll(Collection<? extends E> others) {
        Object[] all = others.toArray();
        modCount++;
        reserve(count + all.length);
        for (int i = 0; i < all.length; i++) data[count + i] = all[i];
        count += all.length;
        return all.length != 0;
    }
    public boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > count) throw outOfBounds();
        Object[] all = others.toArray();
        modCount++;
        shift(index, all.length);
        for (int i = 0; i < all.length; i++) data[index + i] = all[i];
        return all.length != 0;
    }
    protected void removeRange(int from, int to) {
        if (from > to) throw outOfBounds();
        for (int i = from; i < to; i++) removeAt(from);
    }
    private boolean filter(Collection<?> others, boolean isKept) {
        if (others == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int kept = 0;
        for (int i = 0; i < count; i++) if (others.contains(data[i]) == isKept) data[kept++] = data[i];
        return shrink(kept);
    }
    private boolean shrink(int kept) {
        if (kept == count) return false;
        modCount += count - kept;
        for (int i = kept; i < count; i++) data[i] = null;
        count = kept;
        return true;
    }
    public boolean removeAll(Collection<?> others) { return filter(others, false); }
    public boolean retainAll(Collection<?> others) { return filter(others, true); }
    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int expected = modCount, n = count;
        boolean[] isRemoved = new boolean[n];
        for (int i = 0; i < n && modCount == expected; i++) isRemoved[i] = filter.test((E) data[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
        int kept = 0;
        for (int i = 0; i < n; i++) if (!isRemoved[i]) data[kept++] = data[i];
        if (kept == n) return false;
        modCount++;
        for (int i = kept; i < n; i++) data[i] = null;
        count = kept;
        return true;
    }
    public void forEach(Consumer<? super E> action) {
        if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int expected = modCount, n = count;
        for (int i = 0; i < n && modCount == expected; i++) action.accept((E) data[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
    }
    public void replaceAll(UnaryOperator<E> change) {
        if (change == null) throw Throwable.withUnknownMessage(new NullPointerException());
        int expected = modCount, n = count;
        for (int i = 0; i < n && modCount == expected; i++) data[i] = change.apply((E) data[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
    }
    public void sort(Comparator<? super E> order) {
        int expected = modCount;
        Sorting.sort(data, 0, count, order);
        if (modCount != expected) throw new ConcurrentModificationException();
        modCount++;
    }
    public Object[] toArray() {
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) all[i] = data[i];
        return all;
    }
    public native <T> T[] toArray(T[] out);
    public boolean equals(Object other) { return super.equals(other); }
    public int hashCode() { return super.hashCode(); }
    public native Object clone();
    public Iterator<E> iterator() { return new Walk(0); }
    public ListIterator<E> listIterator() { return new ListWalk(0); }
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > count) throw outOfBounds();
        return new ListWalk(index);
    }
    public native List<E> subList(int from, int to);

    private class Walk implements Iterator<E> {
        int at, last = -1, expected = modCount;

        Walk(int at) { this.at = at; }
        final void check() { if (modCount != expected) throw new ConcurrentModificationException(); }
        public boolean hasNext() { return at != count; }
        public E next() {
            check();
            if (at >= count) throw new NoSuchElementException();
            last = at;
            at++;
            return (E) data[last];
        }
        public void remove() {
            if (last < 0) throw new IllegalStateException();
            check();
            ArrayList.this.remove(last);
            at = last;
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
            if (at <= 0) throw new NoSuchElementException();
            at--;
            last = at;
            return (E) data[last];
        }
        public void set(E x) {
            if (last < 0) throw new IllegalStateException();
            check();
            ArrayList.this.set(last, x);
        }
        public void add(E x) {
            check();
            ArrayList.this.add(at, x);
            at++;
            last = -1;
            expected = modCount;
        }
    }
}
