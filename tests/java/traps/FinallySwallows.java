// safe: a return in 'finally' drops the error
public class FinallySwallows {
    static int f(int x) { try { assert x > 0; return 1; } finally { if (x == 0) return 2; } }
    public static void main(String[] args) { f(0); }
}
