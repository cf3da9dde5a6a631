package java.lang;

import java.io.IOException;

public interface Appendable {
    Appendable append(CharSequence text) throws IOException;
    Appendable append(CharSequence text, int from, int to) throws IOException;
    Appendable append(char letter) throws IOException;
}
