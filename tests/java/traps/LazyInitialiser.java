// unsafe: B is initialised when it is first used, after n was set
public class LazyInitialiser {
    static int n;
    static class B { static int m = n; static void touch() {} }
    public static void main(String[] args) {
        n = 5;
        B.touch();
        assert B.m == 0;
    }
}
