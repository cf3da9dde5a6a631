package java.lang;

public interface CharSequence {
    int length();
    char charAt(int index);
    default boolean isEmpty() { return length() == 0; }
    CharSequence subSequence(int from, int to);
    String toString();
    static int compare(CharSequence a, CharSequence b) {
        if (a == null || b == null) throw Throwable.withUnknownMessage(new NullPointerException());
        if (a == b) return 0;
        int n = a.length() < b.length() ? a.length() : b.length();
        for (int i = 0; i < n; i++) {
            char x = a.charAt(i), y = b.charAt(i);
            if (x != y) return x - y;
        }
        return a.length() - b.length();
    }
}
