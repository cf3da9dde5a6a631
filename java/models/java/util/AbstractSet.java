package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {}
    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof Set)) return false;
        Collection<?> others = (Collection<?>) other;
        return others.size() == size() && containsAll(others);
    }
    public int hashCode() {
        int h = 0;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            E x = i.next();
            if (x != null) h += x.hashCode();
        }
        return h;
    }
    public boolean removeAll(Collection<?> others) {
        if (others == null) throw Throwable.withUnknownMessage(new NullPointerException());
        boolean changed = false;
        if (size() > others.size()) {
            for (Object x : others) changed |= remove(x);
            return changed;
        }
        for (Iterator<E> i = iterator(); i.hasNext();)
            if (others.contains(i.next())) {
                i.remove();
                changed = true;
            }
        return changed;
    }
}
