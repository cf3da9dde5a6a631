package java.lang;

/** What every class extends. Methods without code are not supported. */
public class Object {
    public Object() {}
    public boolean equals(Object other) { return this == other; }
    public native int hashCode();
    public native String toString();
    public final native Class<?> getClass();
    protected native Object clone() throws CloneNotSupportedException;
    public final native void notify();
    public final native void notifyAll();
}
