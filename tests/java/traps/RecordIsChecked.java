// unsafe: -0.0 and 0.0 are different components, though they are equal
public class RecordIsChecked {
    record Pair(double x, Object y) {}
    public static void main(String[] args) {
        double d = org.sosy_lab.sv_benchmarks.Verifier.nondetDouble();
        if (d == 0) assert new Pair(d, null).equals(new Pair(0.0, null));
    }
}
