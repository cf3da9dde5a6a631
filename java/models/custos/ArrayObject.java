package custos;

/** An array that is used as an Object; see src/lang/java/array_object.c, which makes them, one at each such place. */
public final class ArrayObject implements Cloneable, java.io.Serializable {
    private Object[] array; /* in truth of the type that 'type' tells */
    private int type;
    private boolean holdsReferences;

    private ArrayObject() {}
    @Override public boolean equals(Object other) {
        return other instanceof ArrayObject && ((ArrayObject) other).array == array;
    }
}
