package java.lang;

/** Traces of stacks are left out. What the machine throws has a message that is known for divisions only. */
public class Throwable implements java.io.Serializable {
    private String message;
    private Throwable cause;
    private boolean hasMessage, hasCause;

    public Throwable() { hasMessage = true; }
    public Throwable(String message) { this.message = message; hasMessage = true; }
    public Throwable(String message, Throwable cause) { this.message = message; hasMessage = true; this.cause = cause; hasCause = true; }
    /** Its message is what the cause's toString gives. */
    public Throwable(Throwable cause) {
        this.cause = cause;
        hasCause = true;
        hasMessage = true;
        message = cause == null ? null : cause.toString();
    }
    protected Throwable(String message, Throwable cause, boolean suppresses, boolean hasTrace) {
        this.message = message;
        hasMessage = true;
        this.cause = cause;
        hasCause = true;
    }

    /** Of an exception whose message differs from one version of the library to the next. */
    public static <T extends Throwable> T withUnknownMessage(T exception) {
        ((Throwable) exception).hasMessage = false;
        return exception;
    }
    private native String unknownMessage();
    public String getMessage() {
        if (hasMessage) return message;
        return this instanceof ArithmeticException ? "/ by zero" : unknownMessage();
    }
    public String getLocalizedMessage() { return getMessage(); }
    public Throwable getCause() { return cause; }
    public Throwable initCause(Throwable cause) {
        if (hasCause) throw withUnknownMessage(new IllegalStateException());
        if (cause == this) throw withUnknownMessage(new IllegalArgumentException());
        this.cause = cause;
        hasCause = true;
        return this;
    }
    public Throwable fillInStackTrace() { return this; }
    /** With the name of the class. */
    public String toString() {
        String text = getLocalizedMessage();
        String name = custos.Machine.className(this);
        return text == null ? name : name + ": " + text;
    }
    /** It is printed, and dropped. */
    public void printStackTrace() { toString(); }
    public native StackTraceElement[] getStackTrace();
    public native void setStackTrace(StackTraceElement[] trace);
    public final native Throwable[] getSuppressed();
    /** The compiler's try with resources keeps what close throws; nobody can ask for it here. */
    public final void addSuppressed(Throwable other) {
        if (other == this) throw withUnknownMessage(new IllegalArgumentException());
        if (other == null) throw withUnknownMessage(new NullPointerException());
    }
}
