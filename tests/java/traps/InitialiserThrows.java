// safe: what an initialiser throws is an ExceptionInInitializerError, unless it is an Error; then its class cannot be used
public class InitialiserThrows {
    static int uses;
    static class B { static int x = 1 / (args0() - args0()); static int args0() { uses++; return 3; } static void f() {} }
    static class C extends B { static int y = 4; }
    static class D { static int[] z = {1}; static int v = z[1]; }
    static class E { static { if (uses > 0) throw new AssertionError("E"); } static void f() {} }
    interface I { int K = made(); default void g() {} static int made() { throw new IllegalStateException(); } }
    static class F implements I { static int w = ++uses; }
    public static void main(String[] args) {
        int seen = 0;
        try { assert B.x == 1; } catch (ArithmeticException e) { assert false; } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof ArithmeticException && e.getException() == e.getCause() && e.getMessage() == null;
            seen++;
        }
        try { B.f(); assert false; } catch (NoClassDefFoundError e) { seen++; }
        try { new C(); assert false; } catch (NoClassDefFoundError e) { seen++; }
        try { assert C.y == 4; assert false; } catch (NoClassDefFoundError e) { seen++; }
        try { assert D.v == 4; assert false; } catch (ExceptionInInitializerError e) { seen += e.getCause() instanceof IndexOutOfBoundsException ? 1 : 0; }
        try { E.f(); } catch (AssertionError e) { seen++; }
        try { E.f(); } catch (NoClassDefFoundError e) { seen++; }
        try { assert F.w == 1; } catch (ExceptionInInitializerError e) { seen++; }
        try { new F().g(); } catch (NoClassDefFoundError e) { seen++; }
        assert seen == 9 && uses == 2;
    }
}
