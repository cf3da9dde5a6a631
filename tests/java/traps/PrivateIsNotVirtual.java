// safe: a private method is not overridden
public class PrivateIsNotVirtual {
    static class A { private int f() { return 1; } int g() { return f(); } }
    static class B extends A { int f() { return 2; } }
    public static void main(String[] args) { assert new B().g() == 1; }
}
