package custos;

/** Inputs of a program that are more than one word. */
public final class Inputs {
    private Inputs() {}
    public static native boolean nondetBoolean();
    public static native char nondetChar();
    public static native int nondetInt();
    public static native long nondetLong();
    public static native float nondetFloat();
    public static native double nondetDouble();
    public static native void assume(boolean condition);

    /** A number of letters, then each of them. */
    public static String nondetString() {
        int length = nondetInt();
        assume(length >= 0);
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) letters[i] = nondetChar();
        return String.ofOwned(letters);
    }
}
