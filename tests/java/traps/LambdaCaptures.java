// unsafe: a lambda has the value that the variable had, and runs when it is called
import java.util.function.*;
public class LambdaCaptures {
    static int order;
    static int next() { return ++order; }
    public static void main(String[] args) {
        int[] shared = {org.sosy_lab.sv_benchmarks.Verifier.nondetInt()};
        int seen = shared[0];
        IntSupplier late = () -> shared[0] - seen + next();
        shared[0] += 2;
        next();
        assert late.getAsInt() != 4 || seen != 77;
    }
}
