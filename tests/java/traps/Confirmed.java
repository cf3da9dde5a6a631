// unsafe: every kind of input reaches the JVM as it was found
import org.sosy_lab.sv_benchmarks.Verifier;

public class Confirmed {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        double d = Verifier.nondetDouble();
        float f = Verifier.nondetFloat();
        if (i != -77 || !(d > 1e100 && d < 2e100) || f == f)
            return;
        assert false;
    }
}
