// safe: a constant is no use of its class
public class ConstantDoesNotInitialise {
    static int n;
    static class B { static final int K = 3; static { n = 1; } }
    public static void main(String[] args) { assert B.K == 3 && n == 0; }
}
