// unsafe: x may be -2147483648
import org.sosy_lab.sv_benchmarks.Verifier;
public class Inputs {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0) x = -x;
        assert x >= 0;
    }
}
