package java.lang;

/** What StringBuilder and StringBuffer share: letters in front of a reserve. */
abstract class AbstractStringBuilder implements Appendable, CharSequence {
    private char[] value;
    private int count;

    AbstractStringBuilder(int capacity) { value = new char[capacity]; }

    private static StringIndexOutOfBoundsException outOfBounds() {
        return Throwable.withUnknownMessage(new StringIndexOutOfBoundsException());
    }
    private static IndexOutOfBoundsException outOfRange() {
        return Throwable.withUnknownMessage(new IndexOutOfBoundsException());
    }
    private static native RuntimeException unclearException();
    private void checkIndex(int index) {
        if (index < 0 || index >= count) throw outOfBounds();
    }
    private void checkOffset(int offset) {
        if (offset < 0 || offset > count) throw outOfBounds();
    }
    /** At least so many in all. */
    private void reserve(int total) {
        char[] old = value;
        if (total <= old.length) return;
        int doubled = 2 * old.length + 2;
        char[] larger = new char[doubled < total ? total : doubled];
        for (int i = 0; i < count; i++) larger[i] = old[i];
        value = larger;
    }
    public int length() { return count; }
    public int capacity() { return value.length; }
    public void ensureCapacity(int least) { if (least > 0) reserve(least); }
    public void trimToSize() {
        if (count == value.length) return;
        char[] all = new char[count];
        for (int i = 0; i < count; i++) all[i] = value[i];
        value = all;
    }
    public void setLength(int length) {
        if (length < 0) throw outOfBounds();
        reserve(length);
        for (int i = count; i < length; i++) value[i] = 0;
        count = length;
    }
    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }
    public int codePointAt(int index) {
        checkIndex(index);
        return toString().codePointAt(index);
    }
    public void setCharAt(int index, char letter) {
        checkIndex(index);
        value[index] = letter;
    }
    public void getChars(int from, int to, char[] out, int at) {
        if (from < 0 || to > count || from > to) throw outOfBounds();
        if (at < 0 || to - from > out.length - at) throw unclearException();
        for (int i = from; i < to; i++) out[at + i - from] = value[i];
    }
    public String substring(int from) { return substring(from, count); }
    public CharSequence subSequence(int from, int to) { return substring(from, to); }
    public String substring(int from, int to) {
        if (from < 0 || to > count || from > to) throw outOfBounds();
        return new String(value, from, to - from);
    }
    public int indexOf(String part) { return toString().indexOf(part); }
    public int indexOf(String part, int from) { return toString().indexOf(part, from); }
    public int lastIndexOf(String part) { return toString().lastIndexOf(part); }
    public int lastIndexOf(String part, int from) { return toString().lastIndexOf(part, from); }
    public String toString() { return new String(value, 0, count); }
    static int compare(AbstractStringBuilder a, AbstractStringBuilder b) {
        for (int i = 0; i < a.count && i < b.count; i++) if (a.value[i] != b.value[i]) return a.value[i] - b.value[i];
        return a.count - b.count;
    }

    void addLetter(char letter) {
        reserve(count + 1);
        value[count] = letter;
        count++;
    }
    void addLetters(char[] letters, int from, int length) {
        int most = letters.length;
        if (from < 0 || length < 0 || from > most - length) throw outOfRange();
        reserve(count + length);
        for (int i = 0; i < length; i++) value[count + i] = letters[from + i];
        count += length;
    }
    void addText(String text) {
        char[] letters = (text == null ? "null" : text).letters();
        int length = letters.length;
        reserve(count + length);
        for (int i = 0; i < length; i++) value[count + i] = letters[i];
        count += length;
    }
    void addSequence(CharSequence text) {
        if (text == null) addText("null");
        else if (text instanceof String) addText((String) text);
        else addSequence(text, 0, text.length());
    }
    void addSequence(CharSequence text, int from, int to) {
        CharSequence x = text == null ? "null" : text;
        int n = x.length();
        if (from < 0 || from > to || to > n) throw outOfRange();
        reserve(count + to - from);
        for (int i = from; i < to; i++) {
            value[count] = x.charAt(i);
            count++;
        }
    }
    void addCodePoint(int letter) {
        if (letter >>> 16 == 0) addLetter((char) letter);
        else addText(Character.toString(letter));
    }
    /** Room for so many letters at this place. */
    private void shift(int offset, int length) {
        reserve(count + length);
        for (int i = count - 1; i >= offset; i--) value[i + length] = value[i];
        count += length;
    }
    void putText(int offset, String text) {
        checkOffset(offset);
        char[] letters = (text == null ? "null" : text).letters();
        shift(offset, letters.length);
        for (int i = 0; i < letters.length; i++) value[offset + i] = letters[i];
    }
    void putLetter(int offset, char letter) {
        checkOffset(offset);
        shift(offset, 1);
        value[offset] = letter;
    }
    void putLetters(int offset, char[] letters, int from, int length) {
        checkOffset(offset);
        int most = letters.length;
        if (from < 0 || length < 0 || from > most - length) throw outOfBounds();
        shift(offset, length);
        for (int i = 0; i < length; i++) value[offset + i] = letters[from + i];
    }
    void remove(int from, int end) {
        int to = end > count ? count : end;
        if (from < 0 || from > to) throw outOfBounds();
        for (int i = to; i < count; i++) value[from + i - to] = value[i];
        count -= to - from;
    }
    void removeAt(int index) {
        checkIndex(index);
        remove(index, index + 1);
    }
    void change(int from, int end, String text) {
        int to = end > count ? count : end;
        if (from < 0 || from > count || from > to) throw outOfBounds();
        char[] letters = text.letters();
        int more = letters.length - (to - from);
        if (more > 0) {
            shift(to, more);
        } else if (more < 0) {
            for (int i = to; i < count; i++) value[i + more] = value[i];
            count += more;
        }
        for (int i = 0; i < letters.length; i++) value[from + i] = letters[i];
    }
    private static boolean isHigh(char c) { return c >= '\uD800' && c < '\uDC00'; }
    private static boolean isLow(char c) { return c >= '\uDC00' && c < '\uE000'; }
    /** Pairs of surrogates keep their order. */
    void turnRound() {
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            char c = value[i];
            value[i] = value[j];
            value[j] = c;
        }
        for (int i = 0; i + 1 < count; i++)
            if (isLow(value[i]) && isHigh(value[i + 1])) {
                char c = value[i];
                value[i] = value[i + 1];
                value[i + 1] = c;
                i++;
            }
    }
}
