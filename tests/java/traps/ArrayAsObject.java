// safe: an array may be an Object, and stays the same array
import java.util.*;
import java.util.function.*;
public class ArrayAsObject {
    static Object id(Object x) { return x; }
    static Object field;
    static boolean isInts(Object x) { return x instanceof int[]; }
    public static void main(String[] args) {
        Object o = new int[] {3};
        assert o instanceof int[] && isInts(o) && !isInts(new long[2]) && !isInts("x") && !isInts(null);
        int[] a = {1, 2}, b = {1, 2};
        assert id(a) == id(a) && id(a) == a && id(a) != id(b) && a.equals(a) && !a.equals(b) && id(a).equals(a);
        List<int[]> list = new ArrayList<>();
        list.add(a);
        list.add(b);
        list.get(1)[0] = 7;
        assert b[0] == 7 && list.indexOf(b) == 1 && list.contains(a) && !list.contains(new int[] {1, 2});
        Object[] all = {a, "s", new byte[3], null, new String[] {"q"}};
        assert ((int[]) all[0])[1] == 2 && ((byte[]) all[2]).length == 3 && (int[]) all[3] == null && ((String[]) all[4])[0].equals("q");
        try { field = (int[]) all[1]; assert false; } catch (ClassCastException e) {}
        try { field = (char[]) all[2]; assert false; } catch (ClassCastException e) {}
        field = a;
        assert field == a && ((int[]) field).length == 2 && field instanceof Cloneable && field instanceof java.io.Serializable;
        Function<int[], Integer> first = x -> x[0];
        assert first.apply(a) == 1;
        IntFunction<int[]> made = int[]::new;
        assert made.apply(3).length == 3;
        Optional<int[]> box = Optional.of(b);
        assert box.get()[0] == 7;
        Object[] holder = {new int[][] {{5}}};
        assert ((int[][]) holder[0])[0][0] == 5;
    }
}
