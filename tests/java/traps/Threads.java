// unknown: threads are not supported
public class Threads {
    static int n;
    public static void main(String[] args) {
        Thread t = new Thread(() -> n = 1);
        t.start();
        assert n == 0;
    }
}
