package custos;

/** References to boxes: valueOf gives the same one for small numbers. The models make new ones, and '==' asks here,
    also about arrays that are used as Objects. */
public final class Boxes {
    private Boxes() {}
    public static boolean areSame(Object a, Object b) {
        if (a == b) return true;
        if (a == null || b == null) return false;
        if (a instanceof ArrayObject) return a.equals(b);
        if (a instanceof Integer && b instanceof Integer) {
            Integer x = (Integer) a, y = (Integer) b;
            return x.isCached() && y.isCached() && x.intValue() == y.intValue();
        }
        if (a instanceof Long && b instanceof Long) {
            Long x = (Long) a, y = (Long) b;
            return x.isCached() && y.isCached() && x.longValue() == y.longValue();
        }
        if (a instanceof Character && b instanceof Character) {
            Character x = (Character) a, y = (Character) b;
            return x.isCached() && y.isCached() && x.charValue() == y.charValue();
        }
        if (a instanceof Short && b instanceof Short) {
            Short x = (Short) a, y = (Short) b;
            return x.isCached() && y.isCached() && x.shortValue() == y.shortValue();
        }
        if (a instanceof Byte && b instanceof Byte) {
            Byte x = (Byte) a, y = (Byte) b;
            return x.isCached() && y.isCached() && x.byteValue() == y.byteValue();
        }
        return false;
    }
}
