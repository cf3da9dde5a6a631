// unsafe: the difference of two ints is not their order
import org.sosy_lab.sv_benchmarks.Verifier;
public class LongCompare {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        assert (a < b) == ((long) a - b < 0);
        assert (a < b) == (a - b < 0);
    }
}
