import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

/** Runs main of class Main in each folder once for each choice of inputs, each 0 up to 2: 'unsafe' if an AssertionError
    leaves main for one of them, 'beyond' if an error does that no model has, else 'safe'. The first argument is the
    number of inputs. */
public class RunInputs {
    private static String run(File folder, int inputs, int choice) throws Exception {
        StringBuilder digits = new StringBuilder();
        for (int i = 0, rest = choice; i < inputs; i++, rest /= 3) digits.append(rest % 3);
        System.setProperty("inputs", digits.toString());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toURI().toURL()}, null)) {
            loader.setDefaultAssertionStatus(true);
            loader.loadClass("Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            Throwable t = e.getCause();
            return t instanceof AssertionError ? "unsafe" : t instanceof VirtualMachineError || t instanceof LinkageError ? "beyond" : "safe";
        }
        return "safe";
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream real = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        int inputs = Integer.parseInt(arguments[0]), choices = 1;
        for (int i = 0; i < inputs; i++) choices *= 3;
        for (int i = 1; i < arguments.length; i++) {
            String verdict = "safe";
            for (int choice = 0; choice < choices && !verdict.equals("beyond"); choice++) {
                String one = run(new File(arguments[i]), inputs, choice);
                if (!one.equals("safe")) verdict = one.equals("beyond") || verdict.equals("safe") ? one : verdict;
            }
            real.println(verdict);
        }
    }
}
