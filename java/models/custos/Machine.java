package custos;

/** What only the machine can tell; see src/lang/java/inputs.c. */
public final class Machine {
    private Machine() {}
    /** The name of the object's class, as Class.getName has it. */
    public static native String className(Object object);
    /** Does its class, if it is not null, have a toString of its own, not that of Object? */
    public static native boolean hasText(Object object);
}
