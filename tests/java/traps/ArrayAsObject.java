// not safe: an array may be an Object
public class ArrayAsObject {
    public static void main(String[] args) {
        Object o = new int[] {3};
        assert !(o instanceof int[]);
    }
}
