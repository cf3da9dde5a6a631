// not unsafe: floating-point arithmetic is not supported
public class Floats {
    public static void main(String[] args) {
        double x = 0.1 + args.length;
        assert x + 0.2 != 0.3;
    }
}
