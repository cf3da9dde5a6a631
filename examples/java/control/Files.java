package control;

/** Opens a file and forgets to close it. */
public class Files {
  static void open() { }

  static void close() { }

  public static void main(String[] args) {
    open();
  }
}
