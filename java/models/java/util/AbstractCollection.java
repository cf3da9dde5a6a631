package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {}
    public abstract Iterator<E> iterator();
    public abstract int size();
    public boolean isEmpty() { return size() == 0; }
    public boolean contains(Object x) {
        for (Iterator<E> i = iterator(); i.hasNext();) {
            E y = i.next();
            if (x == null ? y == null : x.equals(y)) return true;
        }
        return false;
    }
    public Object[] toArray() {
        Object[] all = new Object[size()];
        Iterator<E> at = iterator();
        for (int i = 0; i < all.length; i++) all[i] = at.next();
        return all;
    }
    public boolean add(E x) { throw new UnsupportedOperationException(); }
    public boolean remove(Object x) {
        for (Iterator<E> i = iterator(); i.hasNext();) {
            E y = i.next();
            if (x == null ? y == null : x.equals(y)) {
                i.remove();
                return true;
            }
        }
        return false;
    }
    public boolean containsAll(Collection<?> others) {
        for (Object x : others) if (!contains(x)) return false;
        return true;
    }
    public boolean addAll(Collection<? extends E> others) {
        boolean changed = false;
        for (E x : others) if (add(x)) changed = true;
        return changed;
    }
    private boolean filter(Collection<?> others, boolean isKept) {
        if (others == null) throw Throwable.withUnknownMessage(new NullPointerException());
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext();)
            if (others.contains(i.next()) != isKept) {
                i.remove();
                changed = true;
            }
        return changed;
    }
    public boolean removeAll(Collection<?> others) { return filter(others, false); }
    public boolean retainAll(Collection<?> others) { return filter(others, true); }
    public void clear() {
        for (Iterator<E> i = iterator(); i.hasNext();) {
            i.next();
            i.remove();
        }
    }
    public String toString() {
        StringBuilder out = new StringBuilder("[");
        boolean isFirst = true;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            E x = i.next();
            if (!isFirst) out.append(", ");
            isFirst = false;
            out.append(x == this ? "(this Collection)" : String.valueOf(x));
        }
        return out.append("]").toString();
    }
}
