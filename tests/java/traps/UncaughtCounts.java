// unsafe: an exception that is no AssertionError counts if that is asked
// options: --check=exceptions
public class UncaughtCounts {
    public static void main(String[] args) {
        int[] a = new int[args.length];
        a[0] = 1;
    }
}
