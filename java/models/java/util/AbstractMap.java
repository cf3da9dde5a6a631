package java.util;

public abstract class AbstractMap<K, V> implements Map<K, V> {
    protected AbstractMap() {}
    public abstract Set<Map.Entry<K, V>> entrySet();
    private Map.Entry<K, V> find(Object key) {
        for (Map.Entry<K, V> e : entrySet()) if (key == null ? e.getKey() == null : key.equals(e.getKey())) return e;
        return null;
    }
    public int size() { return entrySet().size(); }
    public boolean isEmpty() { return size() == 0; }
    public boolean containsKey(Object key) { return find(key) != null; }
    public boolean containsValue(Object value) {
        for (Map.Entry<K, V> e : entrySet())
            if (value == null ? e.getValue() == null : value.equals(e.getValue())) return true;
        return false;
    }
    public V get(Object key) {
        Map.Entry<K, V> e = find(key);
        return e == null ? null : e.getValue();
    }
    public V put(K key, V value) { throw new UnsupportedOperationException(); }
    public V remove(Object key) {
        for (Iterator<Map.Entry<K, V>> i = entrySet().iterator(); i.hasNext();) {
            Map.Entry<K, V> e = i.next();
            if (key == null ? e.getKey() == null : key.equals(e.getKey())) {
                V old = e.getValue();
                i.remove();
                return old;
            }
        }
        return null;
    }
    public void putAll(Map<? extends K, ? extends V> others) {
        for (Map.Entry<? extends K, ? extends V> e : others.entrySet()) put(e.getKey(), e.getValue());
    }
    public void clear() { entrySet().clear(); }
    public native Set<K> keySet();
    public native Collection<V> values();
    protected native Object clone() throws CloneNotSupportedException;
    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof Map)) return false;
        Map<?, ?> others = (Map<?, ?>) other;
        if (others.size() != size()) return false;
        for (Map.Entry<K, V> e : entrySet()) {
            K key = e.getKey();
            V value = e.getValue();
            if (value == null ? others.get(key) != null || !others.containsKey(key) : !value.equals(others.get(key)))
                return false;
        }
        return true;
    }
    public int hashCode() {
        int h = 0;
        for (Map.Entry<K, V> e : entrySet()) h += e.hashCode();
        return h;
    }
    public String toString() {
        StringBuilder out = new StringBuilder("{");
        boolean isFirst = true;
        for (Map.Entry<K, V> e : entrySet()) {
            if (!isFirst) out.append(", ");
            isFirst = false;
            K key = e.getKey();
            V value = e.getValue();
            out.append(key == this ? "(this Map)" : String.valueOf(key)).append('=');
            out.append(value == this ? "(this Map)" : String.valueOf(value));
        }
        return out.append('}').toString();
    }
}
