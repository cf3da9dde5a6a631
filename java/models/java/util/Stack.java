package java.util;

public class Stack<E> extends Vector<E> {
    public Stack() {}
    public E push(E x) { addElement(x); return x; }
    public E peek() {
        if (size() == 0) throw new EmptyStackException();
        return elementAt(size() - 1);
    }
    public E pop() {
        E x = peek();
        removeElementAt(size() - 1);
        return x;
    }
    public boolean empty() { return size() == 0; }
    public int search(Object x) {
        int index = lastIndexOf(x);
        return index < 0 ? -1 : size() - index;
    }
}
