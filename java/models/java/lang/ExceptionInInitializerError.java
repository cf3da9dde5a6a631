package java.lang;

/** The machine throws it for an exception, no Error, that leaves an initialiser. */
public class ExceptionInInitializerError extends LinkageError {
    public ExceptionInInitializerError() { initCause(null); }
    public ExceptionInInitializerError(Throwable thrown) { super(null, thrown); }
    public ExceptionInInitializerError(String message) {
        super(message);
        initCause(null);
    }
    public Throwable getException() { return getCause(); }
}
