// safe: whatever is done with null throws
public class NullThrows {
    int x;
    void f() {}
    static int count(Runnable r) { try { r.run(); } catch (NullPointerException e) { return 1; } return 0; }
    public static void main(String[] args) {
        NullThrows o = null; int[] a = null; RuntimeException e = null; int n = 0;
        try { o.x = 1; } catch (NullPointerException z) { n++; }
        try { o.f(); } catch (NullPointerException z) { n++; }
        try { n += a.length; } catch (NullPointerException z) { n++; }
        try { a[0] = 1; } catch (NullPointerException z) { n++; }
        try { synchronized (o) { n = 50; } } catch (NullPointerException z) { n++; }
        try { throw e; } catch (NullPointerException z) { n++; }
        assert n == 6;
    }
}
