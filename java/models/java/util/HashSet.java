package java.util;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    private final HashMap<E, Object> map;

    public HashSet() { map = new HashMap<>(); }
    public HashSet(int capacity) { map = new HashMap<>(capacity); }
    public HashSet(Collection<? extends E> others) {
        int least = others.size() * 4 / 3 + 1;
        map = new HashMap<>(least < 16 ? 16 : least);
        addAll(others);
    }
    HashSet(HashMap<E, Object> map) { this.map = map; }
    public Iterator<E> iterator() { return map.keySet().iterator(); }
    public int size() { return map.size(); }
    public boolean isEmpty() { return map.isEmpty(); }
    public boolean contains(Object x) { return map.containsKey(x); }
    public boolean add(E x) { return map.put(x, map) == null; }
    public boolean remove(Object x) { return map.remove(x) != null; }
    public void clear() { map.clear(); }
    public native Object clone();
    public Object[] toArray() { return map.keySet().toArray(); }
    public native <T> T[] toArray(T[] out);
}
