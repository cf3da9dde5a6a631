// safe: only those of the class that is named, and of its subclasses, count
// options: --check=exceptions=java.lang.ArithmeticException
public class UncaughtOfClass {
    public static void main(String[] args) {
        int[] a = new int[args.length];
        a[0] = 1;
    }
}
