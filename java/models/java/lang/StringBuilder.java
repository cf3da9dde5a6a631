package java.lang;

public final class StringBuilder implements java.io.Serializable, CharSequence {
    private char[] value;
    private int count;

    public StringBuilder() { value = new char[16]; }
    public StringBuilder(int capacity) { value = new char[capacity]; }
    public StringBuilder(String s) { value = new char[s.length() + 16]; append(s); }

    private void reserve(int more) {
        if (count + more <= value.length) return;
        char[] larger = new char[2 * value.length + more];
        for (int i = 0; i < count; i++) larger[i] = value[i];
        value = larger;
    }
    public StringBuilder append(String s) {
        String x = s == null ? "null" : s;
        int n = x.length();
        reserve(n);
        for (int i = 0; i < n; i++) value[count + i] = x.charAt(i);
        count += n;
        return this;
    }
    public StringBuilder append(char c) { reserve(1); value[count++] = c; return this; }
    public StringBuilder append(int x) { return append(String.valueOf(x)); }
    public StringBuilder append(long x) { return append(String.valueOf(x)); }
    public StringBuilder append(boolean x) { return append(String.valueOf(x)); }
    public StringBuilder append(Object x) { return append(String.valueOf(x)); }
    public int length() { return count; }
    public char charAt(int index) {
        if (index < 0 || index >= count) throw new StringIndexOutOfBoundsException();
        return value[index];
    }
    public void setCharAt(int index, char c) {
        if (index < 0 || index >= count) throw new StringIndexOutOfBoundsException();
        value[index] = c;
    }
    public StringBuilder reverse() {
        for (int i = 0; i < count; i++) if (value[i] >= '\uD800' && value[i] < '\uE000') pairs();
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            char c = value[i];
            value[i] = value[j];
            value[j] = c;
        }
        return this;
    }
    /** Pairs of surrogates keep their order. */
    private native void pairs();
    public String toString() { return new String(value, 0, count); }
}
