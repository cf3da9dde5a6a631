// safe: a constructor calls the method of the class that is made, whose fields are not set yet
public class SuperDispatch {
    static class A { int seen; A() { seen = f(); } int f() { return 1; } }
    static class B extends A { int x = 7; int f() { return x + 2; } }
    public static void main(String[] args) { assert new B().seen == 2; }
}
