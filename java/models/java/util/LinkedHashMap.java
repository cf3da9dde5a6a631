package java.util;

/** In the order of insertion. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private Node<K, V> oldest, newest;

    public LinkedHashMap() {}
    public LinkedHashMap(int capacity) { super(capacity); }
    public LinkedHashMap(Map<? extends K, ? extends V> others) { putEach(others); }

    private void putEach(Map<? extends K, ? extends V> others) { super.putAll(others); }
    void noteNew(Node<K, V> node) {
        node.older = newest;
        if (newest == null) oldest = node;
        else newest.newer = node;
        newest = node;
    }
    void noteRemoved(Node<K, V> node) {
        if (node.older == null) oldest = node.newer;
        else node.older.newer = node.newer;
        if (node.newer == null) newest = node.older;
        else node.newer.older = node.older;
        node.older = null;
        node.newer = null;
    }
    void noteCleared() { oldest = null; newest = null; }
    void noteInsertion() { if (oldest != null && removeEldestEntry(oldest)) removeOldest(oldest.key); }
    private void removeOldest(Object key) { super.remove(key); }
    Node<K, V> firstNode() { return oldest; }
    Node<K, V> nextNode(Node<K, V> node) { return node.newer; }
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return false; }
}
