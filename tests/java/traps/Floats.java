// safe: sums are rounded, 0.0 is -0.0 and is not, what is no number differs from itself
public class Floats {
    public static void main(String[] args) {
        double tenth = 0.1 + args.length, none = 0.0 / args.length;
        float half = 0.5f + args.length;
        assert tenth + 0.2 != 0.3;
        assert none != none && !(none < 1) && !(none >= 1);
        assert 0.0 == -0.0 && 1 / 0.0 != 1 / (args.length * -1.0);
        assert (int) (none) == 0 && (int) (1e10 + args.length) == Integer.MAX_VALUE && (long) (-1e30 - args.length) == Long.MIN_VALUE;
        assert (byte) (300.7f + half) == 45 && (char) (-1.5 - half) == 65534;
        assert -7.5 % (args.length + 2.0) == -1.5 && (5.5f + half) % -4f == 2f;
        assert 16777217 + args.length != (int) (float) (16777217 + args.length);
        assert (float) (0.1 + args.length) == 0.1f && (double) (0.1f + args.length) != 0.1;
    }
}
