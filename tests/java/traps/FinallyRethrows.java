// unsafe: 'finally' runs, and the error goes on
public class FinallyRethrows {
    static int n;
    public static void main(String[] args) {
        try { assert n > 0; } finally { n = 1; }
    }
}
