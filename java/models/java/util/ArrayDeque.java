package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A ring: 'count' elements from 'head' on. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    private Object[] data;
    private int head, count;

    public ArrayDeque() { data = new Object[8]; }
    public ArrayDeque(int capacity) { data = new Object[capacity < 1 ? 1 : capacity]; }
    public ArrayDeque(Collection<? extends E> others) {
        data = new Object[others.size() + 1];
        for (E x : others) addLast(x);
    }

    private int place(int i) { return head + i < data.length ? head + i : head + i - data.length; }
    private void makeRoom() {
        if (count < data.length) return;
        Object[] larger = new Object[2 * count];
        for (int i = 0; i < count; i++) larger[i] = data[place(i)];
        data = larger;
        head = 0;
    }
    private static NoSuchElementException nothing() { return new NoSuchElementException(); }
    private static void check(Object x) { if (x == null) throw Throwable.withUnknownMessage(new NullPointerException()); }
    private static native void changedWhileWalked();
    private void removeAt(int i) {
        for (int j = i + 1; j < count; j++) data[place(j - 1)] = data[place(j)];
        count--;
        data[place(count)] = null;
    }
    private int find(Object x) {
        for (int i = 0; x != null && i < count; i++) if (x.equals(data[place(i)])) return i;
        return -1;
    }
    public void addFirst(E x) {
        check(x);
        makeRoom();
        head = head == 0 ? data.length - 1 : head - 1;
        data[head] = x;
        count++;
    }
    public void addLast(E x) {
        check(x);
        makeRoom();
        data[place(count)] = x;
        count++;
    }
    public boolean offerFirst(E x) { addFirst(x); return true; }
    public boolean offerLast(E x) { addLast(x); return true; }
    public E pollFirst() {
        if (count == 0) return null;
        E x = (E) data[head];
        data[head] = null;
        head = place(1);
        count--;
        return x;
    }
    public E pollLast() {
        if (count == 0) return null;
        E x = (E) data[place(count - 1)];
        count--;
        data[place(count)] = null;
        return x;
    }
    public E removeFirst() { E x = pollFirst(); if (x == null) throw nothing(); return x; }
    public E removeLast() { E x = pollLast(); if (x == null) throw nothing(); return x; }
    public E peekFirst() { return count == 0 ? null : (E) data[head]; }
    public E peekLast() { return count == 0 ? null : (E) data[place(count - 1)]; }
    public E getFirst() { if (count == 0) throw nothing(); return (E) data[head]; }
    public E getLast() { if (count == 0) throw nothing(); return (E) data[place(count - 1)]; }
    public boolean removeFirstOccurrence(Object x) {
        int i = find(x);
        if (i >= 0) removeAt(i);
        return i >= 0;
    }
    public boolean removeLastOccurrence(Object x) {
        for (int i = count - 1; x != null && i >= 0; i--)
            if (x.equals(data[place(i)])) {
                removeAt(i);
                return true;
            }
        return false;
    }
    public boolean add(E x) { addLast(x); return true; }
    public boolean offer(E x) { addLast(x); return true; }
    public boolean addAll(Collection<? extends E> others) {
        int before = count;
        for (E x : others) addLast(x);
        return count > before;
    }
    public E remove() { return removeFirst(); }
    public E poll() { return pollFirst(); }
    public E element() { return getFirst(); }
    public E peek() { return peekFirst(); }
    public void push(E x) { addFirst(x); }
    public E pop() { return removeFirst(); }
    public int size() { return count; }
    public boolean isEmpty() { return count == 0; }
    public boolean contains(Object x) { return find(x) >= 0; }
    public boolean remove(Object x) { return removeFirstOccurrence(x); }
    public void clear() {
        for (int i = 0; i < count; i++) data[place(i)] = null;
        head = 0;
        count = 0;
    }
    public Object[] toArray() {
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) all[i] = data[place(i)];
        return all;
    }
    public native <T> T[] toArray(T[] out);
    public native ArrayDeque<E> clone();
    public native boolean removeIf(Predicate<? super E> filter);
    public native boolean removeAll(Collection<?> others);
    public native boolean retainAll(Collection<?> others);
    public native void forEach(Consumer<? super E> action);
    public Iterator<E> iterator() { return new Walk(false); }
    public Iterator<E> descendingIterator() { return new Walk(true); }

    /** What it does when somebody else changes the ring is not specified. */
    private class Walk implements Iterator<E> {
        private final boolean isDown;
        private int at, expected = count, first = head;
        private boolean hasReturned;

        Walk(boolean isDown) { this.isDown = isDown; }
        public boolean hasNext() { return at < expected; }
        public E next() {
            if (at >= expected) throw nothing();
            if (count != expected || head != first) changedWhileWalked();
            E x = (E) data[place(isDown ? count - 1 - at : at)];
            at++;
            hasReturned = true;
            return x;
        }
        public void remove() {
            if (!hasReturned) throw new IllegalStateException();
            if (count != expected || head != first) changedWhileWalked();
            at--;
            removeAt(isDown ? count - 1 - at : at);
            expected--;
            hasReturned = false;
        }
    }
}
