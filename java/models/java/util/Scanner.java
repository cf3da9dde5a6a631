package java.util;

import java.io.Closeable;
import java.io.InputStream;

/** What standard input holds is an input: each word or line may be there, or not, or be no number. */
public final class Scanner implements Iterator<String>, Closeable {
    private boolean isClosed, hasEnded;
    private boolean isWord, isLine; /* it has been said that there is one */

    public Scanner(InputStream in) {
        if (in == null) throw Throwable.withUnknownMessage(new NullPointerException());
        if (in != System.in) otherSource();
    }

    private static native void otherSource();
    private void check() { if (isClosed) throw Throwable.withUnknownMessage(new IllegalStateException()); }
    private void use() {
        isWord = false;
        isLine = false;
    }
    private boolean isThere(boolean isKnown) {
        check();
        if (isKnown) return true;
        if (hasEnded) return false;
        return custos.Inputs.nondetBoolean();
    }
    public boolean hasNext() {
        if (!isThere(isWord)) {
            hasEnded = true;
            return false;
        }
        isWord = true;
        return true;
    }
    public boolean hasNextLine() {
        isLine = isThere(isLine);
        return isLine;
    }
    private static boolean isBlank(char c) { return c <= ' ' || Character.isWhitespace(c); }
    public String next() {
        if (isLine) wordsOfLine();
        if (!hasNext()) throw new NoSuchElementException();
        use();
        String word = custos.Inputs.nondetString();
        custos.Inputs.assume(word.length() > 0);
        for (int i = 0; i < word.length(); i++) custos.Inputs.assume(!isBlank(word.charAt(i)));
        return word;
    }
    private static native void wordsOfLine();
    public String nextLine() {
        if (isWord) wordsOfLine();
        if (!hasNextLine()) throw Throwable.withUnknownMessage(new NoSuchElementException());
        use();
        String line = custos.Inputs.nondetString();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            custos.Inputs.assume(c != '\n' && c != '\r' && c != '\u2028' && c != '\u2029' && c != '\u0085');
        }
        return line;
    }
    public native boolean hasNextInt();
    public int nextInt() {
        if (!hasNext()) throw new NoSuchElementException();
        if (!custos.Inputs.nondetBoolean()) throw Throwable.withUnknownMessage(new InputMismatchException());
        use();
        return custos.Inputs.nondetInt();
    }
    public long nextLong() {
        if (!hasNext()) throw new NoSuchElementException();
        if (!custos.Inputs.nondetBoolean()) throw Throwable.withUnknownMessage(new InputMismatchException());
        use();
        return custos.Inputs.nondetLong();
    }
    public boolean nextBoolean() {
        if (!hasNext()) throw new NoSuchElementException();
        if (!custos.Inputs.nondetBoolean()) throw Throwable.withUnknownMessage(new InputMismatchException());
        use();
        return custos.Inputs.nondetBoolean();
    }
    public void remove() { throw new UnsupportedOperationException(); }
    public void close() { isClosed = true; }
    public native String toString();
}
