// safe: an exception that is no AssertionError ends the program before the assertion
public class UncaughtOther {
    public static void main(String[] args) {
        int[] a = new int[2];
        a[args.length + 2] = 1;
        assert false;
    }
}
