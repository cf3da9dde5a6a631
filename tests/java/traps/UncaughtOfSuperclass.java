// unsafe: an instance of a subclass is one
// options: --check=exceptions=java.io.IOException,java.lang.RuntimeException
public class UncaughtOfSuperclass {
    static class Own extends IllegalStateException {
    }

    public static void main(String[] args) {
        throw new Own();
    }
}
