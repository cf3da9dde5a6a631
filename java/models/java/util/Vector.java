package java.util;

public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    protected Object[] elementData;
    protected int elementCount;

    public Vector() { this(10); }
    public Vector(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        elementData = new Object[capacity];
    }
    public Vector(Collection<? extends E> others) {
        elementData = others.toArray();
        elementCount = elementData.length;
    }

    private static ArrayIndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new ArrayIndexOutOfBoundsException());
    }
    private void insert(int index, E x) {
        modCount++;
        if (elementCount == elementData.length) {
            Object[] larger = new Object[elementCount == 0 ? 1 : 2 * elementCount];
            for (int i = 0; i < elementCount; i++) larger[i] = elementData[i];
            elementData = larger;
        }
        for (int i = elementCount; i > index; i--) elementData[i] = elementData[i - 1];
        elementData[index] = x;
        elementCount++;
    }
    private void delete(int index) {
        modCount++;
        elementCount--;
        for (int i = index; i < elementCount; i++) elementData[i] = elementData[i + 1];
        elementData[elementCount] = null;
    }
    private int find(Object x, int from) {
        for (int i = from; i < elementCount; i++)
            if (x == null ? elementData[i] == null : x.equals(elementData[i])) return i;
        return -1;
    }
    public int size() { return elementCount; }
    public boolean isEmpty() { return elementCount == 0; }
    public boolean contains(Object x) { return find(x, 0) >= 0; }
    public int indexOf(Object x) { return find(x, 0); }
    public int lastIndexOf(Object x) {
        for (int i = elementCount - 1; i >= 0; i--)
            if (x == null ? elementData[i] == null : x.equals(elementData[i])) return i;
        return -1;
    }
    public E elementAt(int index) { return get(index); }
    public E firstElement() {
        if (elementCount == 0) throw new NoSuchElementException();
        return (E) elementData[0];
    }
    public E lastElement() {
        if (elementCount == 0) throw new NoSuchElementException();
        return (E) elementData[elementCount - 1];
    }
    public void addElement(E x) { insert(elementCount, x); }
    public void insertElementAt(E x, int index) {
        if (index < 0 || index > elementCount) throw outOfBounds();
        insert(index, x);
    }
    public boolean removeElement(Object x) {
        int index = find(x, 0);
        if (index >= 0) delete(index);
        return index >= 0;
    }
    public void removeElementAt(int index) {
        if (index < 0 || index >= elementCount) throw outOfBounds();
        delete(index);
    }
    public void removeAllElements() {
        modCount++;
        for (int i = 0; i < elementCount; i++) elementData[i] = null;
        elementCount = 0;
    }
    public E get(int index) {
        if (index < 0 || index >= elementCount) throw outOfBounds();
        return (E) elementData[index];
    }
    public E set(int index, E x) {
        if (index < 0 || index >= elementCount) throw outOfBounds();
        E old = (E) elementData[index];
        elementData[index] = x;
        return old;
    }
    public boolean add(E x) { insert(elementCount, x); return true; }
    public void add(int index, E x) { insertElementAt(x, index); }
    public boolean remove(Object x) { return removeElement(x); }
    public E remove(int index) {
        if (index < 0 || index >= elementCount) throw outOfBounds();
        E old = (E) elementData[index];
        delete(index);
        return old;
    }
    public void clear() { removeAllElements(); }
    public Object[] toArray() {
        Object[] all = new Object[elementCount];
        for (int i = 0; i < elementCount; i++) all[i] = elementData[i];
        return all;
    }
    public boolean containsAll(Collection<?> others) { return super.containsAll(others); }
    public boolean equals(Object other) { return super.equals(other); }
    public int hashCode() { return super.hashCode(); }
    public String toString() { return super.toString(); }
    public Iterator<E> iterator() { return super.iterator(); }
    public ListIterator<E> listIterator() { return super.listIterator(0); }
    public ListIterator<E> listIterator(int index) { return super.listIterator(index); }
    public boolean addAll(Collection<? extends E> others) {
        Object[] all = others.toArray();
        int before = modCount;
        for (int i = 0; i < all.length; i++) insert(elementCount, (E) all[i]);
        modCount = before + 1;
        return all.length != 0;
    }
    public native boolean addAll(int index, Collection<? extends E> others);
    public native boolean removeAll(Collection<?> others);
    public native boolean retainAll(Collection<?> others);
    public native boolean removeIf(java.util.function.Predicate<? super E> filter);
    public native void replaceAll(java.util.function.UnaryOperator<E> change);
    public native void forEach(java.util.function.Consumer<? super E> action);
    public native void sort(Comparator<? super E> order);
    protected native void removeRange(int from, int to);
    public native <T> T[] toArray(T[] out);
    public native Object clone();
    public native List<E> subList(int from, int to);
}
