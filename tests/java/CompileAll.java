import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles many programs in one process. Each line of standard input: the folder for classes, then folders with sources, with tabs between. */
public class CompileAll {
    private static List<Path> sources(String folder) throws IOException {
        try (Stream<Path> all = Files.walk(Paths.get(folder))) {
            return all.filter(p -> p.toString().endsWith(".java")).sorted().toList();
        }
    }

    public static void main(String[] args) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        for (String line : new String(System.in.readAllBytes()).split("\n")) {
            String[] words = line.split("\t");
            List<Path> files = new ArrayList<>();
            for (int i = 1; i < words.length; i++) files.addAll(sources(words[i]));
            Files.createDirectories(Paths.get(words[0]));
            StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null);
            List<String> options = List.of("-g", "-proc:none", "-nowarn", "-Xlint:none", "-d", words[0]);
            boolean good = javac.getTask(null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files)).call();
            if (!good) System.out.println(words[0]);
        }
    }
}
