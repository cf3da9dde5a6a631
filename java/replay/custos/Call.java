package custos;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls a static method, given as class, name and descriptor, with inputs of the run; what it throws leaves main. */
public final class Call {
    private Call() {
    }

    public static void main(String[] words) throws Throwable {
        String types = words[2].substring(1, words[2].indexOf(')'));
        Object[] given = new Object[types.length()];
        Class<?>[] classes = new Class<?>[types.length()];
        for (int i = 0; i < given.length; i++) {
            classes[i] = type(types.charAt(i));
            given[i] = value(types.charAt(i), Inputs.next());
        }
        Method method = Class.forName(words[0]).getDeclaredMethod(words[1], classes);
        method.setAccessible(true);
        try {
            method.invoke(null, given);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Class<?> type(char letter) {
        switch (letter) {
        case 'Z': return boolean.class;
        case 'B': return byte.class;
        case 'C': return char.class;
        case 'S': return short.class;
        case 'J': return long.class;
        case 'F': return float.class;
        case 'D': return double.class;
        default: return int.class;
        }
    }

    private static Object value(char letter, long bits) {
        switch (letter) {
        case 'Z': return bits != 0;
        case 'B': return (byte) bits;
        case 'C': return (char) bits;
        case 'S': return (short) bits;
        case 'J': return bits;
        case 'F': return Float.intBitsToFloat((int) bits);
        case 'D': return Double.longBitsToDouble(bits);
        default: return (int) bits;
        }
    }
}
