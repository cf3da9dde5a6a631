package java.util;

public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    public LinkedHashSet() { super(new LinkedHashMap<>()); }
    public LinkedHashSet(int capacity) { super(new LinkedHashMap<>(capacity)); }
    public LinkedHashSet(Collection<? extends E> others) {
        super(new LinkedHashMap<>());
        addAll(others);
    }
}
