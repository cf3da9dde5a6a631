package custos;

/** Elements of the program's arrays of references: what the array may hold is asked. */
public final class Stores {
    private Stores() {}
    public static void put(Object[] array, int index, Object x) { array[index] = x; }
}
