// safe: an input need not be a number, and a branch that is not taken says so
import org.sosy_lab.sv_benchmarks.Verifier;

public class FloatInputs {
    public static void main(String[] args) {
        float x = Verifier.nondetFloat(), y = Verifier.nondetFloat();
        if (x > y)
            assert !(x <= y) && x != y && x == x && y == y;
        else if (x >= y)
            assert x == y;
        else if (!(x < y))
            assert x != x || y != y;
        int n = (int) x;
        if (x >= 1 && x < 100)
            assert n >= 1 && n < 100 && n <= x;
        if (n > 3)
            assert x >= 4;
    }
}
