// unsafe: an array of one type is none of the other
public class ArrayCast {
    static int size(Object x) { return x instanceof int[] ? ((int[]) x).length : x instanceof long[] ? 2 * ((long[]) x).length : 0; }
    public static void main(String[] args) {
        int n = org.sosy_lab.sv_benchmarks.Verifier.nondetInt();
        if (n < 1 || n > 3) return;
        assert size(new int[n]) + size(new long[n]) != 9;
    }
}
