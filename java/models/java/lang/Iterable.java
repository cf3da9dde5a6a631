package java.lang;

import java.util.Iterator;
import java.util.function.Consumer;

public interface Iterable<T> {
    Iterator<T> iterator();
    default void forEach(Consumer<? super T> action) {
        if (action == null) throw Throwable.withUnknownMessage(new NullPointerException());
        for (Iterator<T> i = iterator(); i.hasNext();) action.accept(i.next());
    }
}
