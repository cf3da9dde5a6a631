// unknown: whether evaluating a lambda again gives the same object is open
public class SameLambda {
    static Runnable made() { return () -> {}; }
    public static void main(String[] args) {
        Runnable a = made();
        assert a == a && a != null;
        assert a != made();
    }
}
