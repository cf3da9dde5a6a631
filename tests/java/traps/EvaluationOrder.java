// safe: operands from left to right, each once
public class EvaluationOrder {
    static int n = 1;
    int f = 1;
    static int next() { return n++; }
    public static void main(String[] args) {
        int i = 1;
        i = i++ + i++ * 10;
        assert i == 21;
        assert n - next() * n == 1 - 1 * 2;
        int[] a = {0, 0, 0};
        int k = 0;
        a[k++] = a[k] = k = 2;
        assert a[0] == 2 && a[1] == 2;
        EvaluationOrder o = new EvaluationOrder();
        int r = o.f + (o.f = 5) + o.f;
        assert r == 11;
    }
}
