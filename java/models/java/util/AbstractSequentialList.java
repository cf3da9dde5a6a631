package java.util;

public abstract class AbstractSequentialList<E> extends AbstractList<E> {
    protected AbstractSequentialList() {}
    public abstract ListIterator<E> listIterator(int index);
    private static IndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new IndexOutOfBoundsException());
    }
    private ListIterator<E> before(int index) {
        ListIterator<E> at = listIterator(index);
        if (!at.hasNext()) throw outOfBounds();
        return at;
    }
    public E get(int index) { return before(index).next(); }
    public E set(int index, E x) {
        ListIterator<E> at = before(index);
        E old = at.next();
        at.set(x);
        return old;
    }
    public void add(int index, E x) { listIterator(index).add(x); }
    public E remove(int index) {
        ListIterator<E> at = before(index);
        E old = at.next();
        at.remove();
        return old;
    }
    public boolean addAll(int index, Collection<? extends E> others) {
        boolean changed = false;
        ListIterator<E> at = listIterator(index);
        for (E x : others) {
            at.add(x);
            changed = true;
        }
        return changed;
    }
    public Iterator<E> iterator() { return listIterator(); }
}
