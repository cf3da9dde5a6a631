package control;

/** What is opened must be closed. */
class Disk {
  static void open() { }

  static void close() { }

  static void write(int weight) {
    if (weight < 0)
      throw new IllegalArgumentException("a negative weight");
  }
}

/** The same, but a wrong weight leaves the file open. */
public class Leak {
  static class Node {
    Node left, right;
    int weight;
  }

  static void save(Node node) {
    int weight = node.weight;
    Disk.open();
    Disk.write(weight);
    Disk.close();
  }

  static void walk(Node node) {
    if (node == null)
      return;
    walk(node.left);
    save(node);
    walk(node.right);
  }

  public static void main(String[] args) {
    walk(new Node());
  }
}
