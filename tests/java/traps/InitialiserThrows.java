// not unsafe: what an initialiser throws is an ExceptionInInitializerError, which is no AssertionError
public class InitialiserThrows {
    static class B { static int x = 1 / (args0() - args0()); static int args0() { return 3; } }
    public static void main(String[] args) {
        try { assert B.x == 1; } catch (ArithmeticException e) { assert false; }
    }
}
