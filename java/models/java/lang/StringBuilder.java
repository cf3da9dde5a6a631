package java.lang;

public final class StringBuilder extends AbstractStringBuilder implements java.io.Serializable, Comparable<StringBuilder>, CharSequence {
    public StringBuilder() { super(16); }
    public StringBuilder(int capacity) { super(capacity); }
    public StringBuilder(String text) { super(text.length() + 16); addText(text); }
    public StringBuilder(CharSequence text) { super(text.length() + 16); addSequence(text); }

    public StringBuilder append(Object x) { addText(String.valueOf(x)); return this; }
    public StringBuilder append(String x) { addText(x); return this; }
    public StringBuilder append(StringBuffer x) { addSequence(x); return this; }
    public StringBuilder append(CharSequence x) { addSequence(x); return this; }
    public StringBuilder append(CharSequence x, int from, int to) { addSequence(x, from, to); return this; }
    public StringBuilder append(char[] x) { addLetters(x, 0, x.length); return this; }
    public StringBuilder append(char[] x, int from, int length) { addLetters(x, from, length); return this; }
    public StringBuilder append(char x) { addLetter(x); return this; }
    public StringBuilder append(boolean x) { addText(String.valueOf(x)); return this; }
    public StringBuilder append(int x) { addText(String.valueOf(x)); return this; }
    public StringBuilder append(long x) { addText(String.valueOf(x)); return this; }
    public StringBuilder append(float x) { addText(String.valueOf(x)); return this; }
    public StringBuilder append(double x) { addText(String.valueOf(x)); return this; }
    public StringBuilder appendCodePoint(int letter) { addCodePoint(letter); return this; }
    public StringBuilder insert(int offset, Object x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuilder insert(int offset, String x) { putText(offset, x); return this; }
    public StringBuilder insert(int offset, CharSequence x) { putText(offset, x == null ? "null" : x.toString()); return this; }
    public StringBuilder insert(int offset, char[] x) { putLetters(offset, x, 0, x.length); return this; }
    public StringBuilder insert(int offset, char[] x, int from, int length) { putLetters(offset, x, from, length); return this; }
    public StringBuilder insert(int offset, char x) { putLetter(offset, x); return this; }
    public StringBuilder insert(int offset, boolean x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuilder insert(int offset, int x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuilder insert(int offset, long x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuilder insert(int offset, float x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuilder insert(int offset, double x) { putText(offset, String.valueOf(x)); return this; }
    public StringBuilder delete(int from, int to) { remove(from, to); return this; }
    public StringBuilder deleteCharAt(int index) { removeAt(index); return this; }
    public StringBuilder replace(int from, int to, String text) { change(from, to, text); return this; }
    public StringBuilder reverse() { turnRound(); return this; }
    public int compareTo(StringBuilder other) { return this == other ? 0 : compare(this, other); }
}
