// safe: MIN / -1 wraps around
public class LeastByMinusOne {
    public static void main(String[] args) {
        int x = Integer_MIN(), y = -1 - args.length;
        assert x / y == x && x % y == 0;
        long a = 1L << 63, b = y;
        assert a / b == a && a % b == 0;
    }
    static int Integer_MIN() { return 1 << 31; }
}
