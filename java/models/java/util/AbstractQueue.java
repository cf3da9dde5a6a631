package java.util;

public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
    protected AbstractQueue() {}
    public boolean add(E x) {
        if (!offer(x)) throw new IllegalStateException("Queue full");
        return true;
    }
    public E remove() {
        E x = poll();
        if (x == null) throw new NoSuchElementException();
        return x;
    }
    public E element() {
        E x = peek();
        if (x == null) throw new NoSuchElementException();
        return x;
    }
    public void clear() { while (poll() != null) {} }
    public boolean addAll(Collection<? extends E> others) {
        if (others == null) throw Throwable.withUnknownMessage(new NullPointerException());
        if (others == this) throw new IllegalArgumentException();
        boolean changed = false;
        for (E x : others) if (add(x)) changed = true;
        return changed;
    }
}
