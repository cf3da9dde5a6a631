package java.util;

public class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    private static class Node<E> {
        E item;
        Node<E> next, previous;
    }
    private Node<E> first, last;
    private int count;

    public LinkedList() {}
    public LinkedList(Collection<? extends E> others) { addAll(others); }

    private static NoSuchElementException nothing() { return new NoSuchElementException(); }
    private static IndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new IndexOutOfBoundsException());
    }
    /** In front of a node; null: at the end. */
    private void insert(Node<E> next, E x) {
        Node<E> node = new Node<>();
        Node<E> previous = next == null ? last : next.previous;
        node.item = x;
        node.next = next;
        node.previous = previous;
        if (previous == null) first = node;
        else previous.next = node;
        if (next == null) last = node;
        else next.previous = node;
        count++;
        modCount++;
    }
    private E unlink(Node<E> node) {
        Node<E> next = node.next, previous = node.previous;
        E x = node.item;
        if (previous == null) first = next;
        else previous.next = next;
        if (next == null) last = previous;
        else next.previous = previous;
        node.item = null;
        node.next = null;
        node.previous = null;
        count--;
        modCount++;
        return x;
    }
    private Node<E> nodeAt(int index) {
        Node<E> node = first;
        for (int i = 0; i < index; i++) node = node.next;
        return node;
    }
    private Node<E> checked(int index) {
        if (index < 0 || index >= count) throw outOfBounds();
        return nodeAt(index);
    }
    private Node<E> find(Object x) {
        for (Node<E> node = first; node != null; node = node.next)
            if (x == null ? node.item == null : x.equals(node.item)) return node;
        return null;
    }
    private Node<E> findLast(Object x) {
        for (Node<E> node = last; node != null; node = node.previous)
            if (x == null ? node.item == null : x.equals(node.item)) return node;
        return null;
    }
    private boolean removeNode(Node<E> node) {
        if (node == null) return false;
        unlink(node);
        return true;
    }

    public int size() { return count; }
    public E getFirst() { if (first == null) throw nothing(); return first.item; }
    public E getLast() { if (last == null) throw nothing(); return last.item; }
    public E removeFirst() { if (first == null) throw nothing(); return unlink(first); }
    public E removeLast() { if (last == null) throw nothing(); return unlink(last); }
    public void addFirst(E x) { insert(first, x); }
    public void addLast(E x) { insert(null, x); }
    public boolean add(E x) { insert(null, x); return true; }
    public boolean contains(Object x) { return find(x) != null; }
    public boolean remove(Object x) { return removeNode(find(x)); }
    public boolean addAll(Collection<? extends E> others) { return addAll(count, others); }
    public boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > count) throw outOfBounds();
        Object[] all = others.toArray();
        Node<E> next = index == count ? null : nodeAt(index);
        int before = modCount;
        for (int i = 0; i < all.length; i++) insert(next, (E) all[i]);
        modCount = all.length == 0 ? before : before + 1;
        return all.length != 0;
    }
    public void clear() { first = null; last = null; count = 0; modCount++; }
    public E get(int index) { return checked(index).item; }
    public E set(int index, E x) {
        Node<E> node = checked(index);
        E old = node.item;
        node.item = x;
        return old;
    }
    public void add(int index, E x) {
        if (index < 0 || index > count) throw outOfBounds();
        insert(index == count ? null : nodeAt(index), x);
    }
    public E remove(int index) { return unlink(checked(index)); }
    public int indexOf(Object x) {
        int i = 0;
        for (Node<E> node = first; node != null; node = node.next, i++)
            if (x == null ? node.item == null : x.equals(node.item)) return i;
        return -1;
    }
    public int lastIndexOf(Object x) {
        int i = count - 1;
        for (Node<E> node = last; node != null; node = node.previous, i--)
            if (x == null ? node.item == null : x.equals(node.item)) return i;
        return -1;
    }
    public E peek() { return first == null ? null : first.item; }
    public E element() { return getFirst(); }
    public E poll() { return first == null ? null : unlink(first); }
    public E remove() { return removeFirst(); }
    public boolean offer(E x) { return add(x); }
    public boolean offerFirst(E x) { addFirst(x); return true; }
    public boolean offerLast(E x) { addLast(x); return true; }
    public E peekFirst() { return first == null ? null : first.item; }
    public E peekLast() { return last == null ? null : last.item; }
    public E pollFirst() { return first == null ? null : unlink(first); }
    public E pollLast() { return last == null ? null : unlink(last); }
    public void push(E x) { addFirst(x); }
    public E pop() { return removeFirst(); }
    public boolean removeFirstOccurrence(Object x) { return remove(x); }
    public boolean removeLastOccurrence(Object x) { return removeNode(findLast(x)); }
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > count) throw outOfBounds();
        return new Walk(index);
    }
    public Iterator<E> descendingIterator() { return new Descent(); }
    public native Object clone();
    public Object[] toArray() {
        Object[] all = new Object[count];
        int i = 0;
        for (Node<E> node = first; node != null; node = node.next) all[i++] = node.item;
        return all;
    }
    public native <T> T[] toArray(T[] out);

    private class Descent implements Iterator<E> {
        private final ListIterator<E> at = new Walk(count);
        public boolean hasNext() { return at.hasPrevious(); }
        public E next() { return at.previous(); }
        public void remove() { at.remove(); }
    }
    private class Walk implements ListIterator<E> {
        private Node<E> returned, next;
        private int at, expected = modCount;

        Walk(int index) {
            at = index;
            next = index == count ? null : nodeAt(index);
        }
        private void check() { if (modCount != expected) throw new ConcurrentModificationException(); }
        public boolean hasNext() { return at < count; }
        public boolean hasPrevious() { return at > 0; }
        public int nextIndex() { return at; }
        public int previousIndex() { return at - 1; }
        public E next() {
            check();
            if (at >= count) throw nothing();
            returned = next;
            next = next.next;
            at++;
            return returned.item;
        }
        public E previous() {
            check();
            if (at <= 0) throw nothing();
            next = next == null ? last : next.previous;
            returned = next;
            at--;
            return returned.item;
        }
        public void remove() {
            check();
            if (returned == null) throw new IllegalStateException();
            Node<E> after = returned.next;
            unlink(returned);
            if (next == returned) next = after;
            else at--;
            returned = null;
            expected++;
        }
        public void set(E x) {
            if (returned == null) throw new IllegalStateException();
            check();
            returned.item = x;
        }
        public void add(E x) {
            check();
            returned = null;
            insert(next, x);
            at++;
            expected++;
        }
    }
}
