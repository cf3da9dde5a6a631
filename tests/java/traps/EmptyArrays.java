// not unsafe: arrays without elements differ, which is not supported
public class EmptyArrays {
    public static void main(String[] args) {
        int[] a = new int[0], b = new int[0];
        assert a != b;
    }
}
