package java.util;

public interface Deque<E> extends Queue<E> {
    void addFirst(E x);
    void addLast(E x);
    boolean offerFirst(E x);
    boolean offerLast(E x);
    E removeFirst();
    E removeLast();
    E pollFirst();
    E pollLast();
    E getFirst();
    E getLast();
    E peekFirst();
    E peekLast();
    boolean removeFirstOccurrence(Object x);
    boolean removeLastOccurrence(Object x);
    void push(E x);
    E pop();
    Iterator<E> descendingIterator();
}
