// safe: distances are taken modulo 32 and 64
import org.sosy_lab.sv_benchmarks.Verifier;
public class Shifts {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), d = Verifier.nondetInt();
        assert x << d == x << (d & 31) && (long) x >> d == (long) x >> (d & 63);
        assert (byte) x == x << 24 >> 24 && (char) x == (x & 0xffff);
    }
}
