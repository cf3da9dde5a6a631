import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

/** Runs main of class Main in each folder, with assertions; prints how it ended and what Main.hash holds. */
public class RunAll {
    public static void main(String[] folders) throws Exception {
        PrintStream real = System.out;
        for (String folder : folders) {
            String end = "return";
            long hash = 0;
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            try (URLClassLoader loader = new URLClassLoader(new URL[] {new File(folder).toURI().toURL()}, null)) {
                loader.setDefaultAssertionStatus(true);
                Class<?> c = loader.loadClass("Main");
                try {
                    c.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                } catch (InvocationTargetException e) {
                    end = e.getCause().getClass().getName();
                }
                hash = c.getField("hash").getLong(null);
            } catch (ExceptionInInitializerError e) {
                end = "initialiser";
            } finally {
                System.setOut(real);
            }
            System.out.println(end + " " + hash);
        }
    }
}
