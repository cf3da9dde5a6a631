package java.lang;

/** Traces of stacks are left out. What the machine throws has a message that is not known here. */
public class Throwable implements java.io.Serializable {
    private String message;
    private Throwable cause;
    private boolean hasMessage;

    public Throwable() { hasMessage = true; }
    public Throwable(String message) { this.message = message; hasMessage = true; }
    public Throwable(String message, Throwable cause) { this(message); this.cause = cause; }
    /** Its message is what the cause's toString gives: unknown. */
    public Throwable(Throwable cause) { this.cause = cause; hasMessage = cause == null; }

    private native String unknownMessage();
    public String getMessage() { return hasMessage ? message : unknownMessage(); }
    public String getLocalizedMessage() { return getMessage(); }
    public Throwable getCause() { return cause; }
    public native String toString();
    public native void printStackTrace();
}
