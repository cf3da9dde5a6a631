// unsafe: what leaves the initialiser of the class with main ends the program
// options: --check=exceptions=java.lang.ExceptionInInitializerError
public class UncaughtInitialiser {
    static int n = 7 / org.sosy_lab.sv_benchmarks.Verifier.nondetInt();
    public static void main(String[] args) {}
}
