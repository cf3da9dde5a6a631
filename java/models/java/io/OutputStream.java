package java.io;

public abstract class OutputStream implements Closeable, Flushable {
    public OutputStream() {}
    public abstract void write(int b) throws IOException;
    public void flush() throws IOException {}
    public void close() throws IOException {}
}
