// safe: arguments are evaluated before the class of the method is initialised
public class InitialiserOrder {
    static int n = 1;
    static class B { static { n = 100; } static int f(int x) { return x; } }
    public static void main(String[] args) { assert B.f(n) == 1; }
}
