package java.lang;

public final class StringBuffer extends AbstractStringBuilder implements java.io.Serializable, Comparable<StringBuffer>, CharSequence {
    public StringBuffer() { super(16); }
    public StringBuffer(int capacity) { super(capacity); }
    public StringBuffer(String text) { super(text.length() + 16); addText(text); }
    public StringBuffer(CharSequence text) { super(text.length() + 16); addSequence(text); }

    public StringBuffer append(Object x) { addText(String.valueOf(x)); return this; }
    public StringBuffer append(String x) { addText(x); return this; }
    public StringBuffer append(StringBuffer x) { addSequence(x); return this; }
    public StringBuffer append(CharSequence x) { addSequence(x); return this; }
    public StringBuffer append(CharSequence x, int from, int to) { addSequence(x, from, to); return this; }
    public StringBuffer append(char[] x) { addLetters(x, 0, x.length); return this; }
    public StringBuffer append(char[] x, int from, int length) { addLetters(x, from, length); return this; }
    public StringBuffer append(char x) { addLetter(x); return this; }
    public StringBuffer append(boolean x) { addText(String.valueOf(x)); return this; }
    public StringBuffer append(int x) { addText(String.valueOf(x)); return this; }
    public StringBuffer append(long x) { addText(String.valueOf(x)); return this; }
    public StringBuffer append(float x) { addText(String.valueOf(x)); return this; }
    public StringBuffer append(double x) { addText(String.valueOf(x)); return this; }
    public StringBuffer appendCodePoint(int letter) { addCodePoint(letter); return this; }
    public StringBuffer insert(int offset, Object x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuffer insert(int offset, String x) { putText(offset, x); return this; }
    public StringBuffer insert(int offset, CharSequence x) { putText(offset, x == null ? "null" : x.toString()); return this; }
    public StringBuffer insert(int offset, char[] x) { putLetters(offset, x, 0, x.length); return this; }
    public StringBuffer insert(int offset, char[] x, int from, int length) { putLetters(offset, x, from, length); return this; }
    public StringBuffer insert(int offset, char x) { putLetter(offset, x); return this; }
    public StringBuffer insert(int offset, boolean x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuffer insert(int offset, int x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuffer insert(int offset, long x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuffer insert(int offset, float x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuffer insert(int offset, double x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuffer delete(int from, int to) { remove(from, to); return this; }
    public StringBuffer deleteCharAt(int index) { removeAt(index); return this; }
    public StringBuffer replace(int from, int to, String text) { change(from, to, text); return this; }
    public StringBuffer reverse() { turnRound(); return this; }
    public int compareTo(StringBuffer other) { return this == other ? 0 : compare(this, other); }
}
