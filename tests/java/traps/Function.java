// unsafe: the arguments of a method are inputs, and are given to it in the JVM
// options: --function=Function.half --check=exceptions
public class Function {
    static int half(long x, boolean odd, float f, char c) {
        return odd && f > 1.5f && c == 'x' ? 100 / (int) (x - (1L << 40)) : 0;
    }
}
