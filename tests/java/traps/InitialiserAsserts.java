// unsafe: an assertion in an initialiser, met at the first use of its class
public class InitialiserAsserts {
    static int n = org.sosy_lab.sv_benchmarks.Verifier.nondetInt();
    static class B { static { assert n != 5 : "five"; } static void f() {} }
    public static void main(String[] args) {
        try { B.f(); } catch (RuntimeException e) {}
    }
}
