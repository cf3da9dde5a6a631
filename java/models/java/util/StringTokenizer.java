package java.util;

public class StringTokenizer implements Enumeration<Object> {
    private final String text;
    private String between;
    private final boolean givesDelimiters;
    private int at;

    public StringTokenizer(String text) { this(text, " \t\n\r\f", false); }
    public StringTokenizer(String text, String between) { this(text, between, false); }
    public StringTokenizer(String text, String between, boolean givesDelimiters) {
        int length = text.length();
        this.text = text;
        this.between = between;
        this.givesDelimiters = givesDelimiters;
    }

    private boolean isBetween(int i) { return between.indexOf(text.charAt(i)) >= 0; }
    private int skip(int from) {
        int i = from;
        while (!givesDelimiters && i < text.length() && isBetween(i)) i++;
        return i;
    }
    private int end(int from) {
        int i = from;
        while (i < text.length() && !isBetween(i)) i++;
        return givesDelimiters && i == from && i < text.length() ? i + 1 : i;
    }
    public boolean hasMoreTokens() { return skip(at) < text.length(); }
    public String nextToken() {
        int from = skip(at);
        if (from >= text.length()) throw new NoSuchElementException();
        at = end(from);
        return text.substring(from, at);
    }
    public String nextToken(String between) {
        this.between = between;
        return nextToken();
    }
    public boolean hasMoreElements() { return hasMoreTokens(); }
    public Object nextElement() { return nextToken(); }
    public int countTokens() {
        int count = 0;
        for (int i = skip(at); i < text.length(); i = skip(end(i))) count++;
        return count;
    }
}
