// unsafe: x + 1 == x from 2^24 on
import org.sosy_lab.sv_benchmarks.Verifier;

public class FloatSum {
    public static void main(String[] args) {
        float x = Verifier.nondetFloat();
        if (x > 0 && x < 1e9f)
            assert x + 1 > x;
    }
}
