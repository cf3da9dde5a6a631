// safe: the methods that records come with
public class Records {
  record Point(int x, long y, String s, double d, boolean b, char c, byte q) {
    Point { if (x < 0) throw new IllegalArgumentException(); }
    int sum() { return x + (int) y; }
  }
  record Empty() {}
  record Pair<A, B>(A a, B b) { static int made; }
  public static void main(String[] args) {
    Point p = new Point(1, 2, "q", 0.5, true, 'z', (byte) -3), q = new Point(1, 2, new String("q"), 0.5, true, 'z', (byte) -3);
    assert p.equals(q) && p.hashCode() == q.hashCode() && p != q;
    assert !p.equals(null) && !p.equals("x") && !p.equals(new Point(1, 2, "q", 0.0, true, 'z', (byte) 3));
    assert p.toString().equals("Point[x=1, y=2, s=q, d=0.5, b=true, c=z, q=-3]");
    assert p.hashCode() == ((((((31 * 1 + 2) * 31 + 'q') * 31 + Double.hashCode(0.5)) * 31 + 1231) * 31 + 'z') * 31 - 3);
    assert new Empty().toString().equals("Empty[]") && new Empty().hashCode() == 0;
    assert new Pair<>(1, "a").equals(new Pair<>(1, "a")) && new Pair<>(null, 2).toString().equals("Pair[a=null, b=2]");
    assert !new Point(1, 2, "q", 0.0, true, 'z', (byte) 3).equals(new Point(1, 2, "q", -0.0, true, 'z', (byte) 3));
    try { new Point(-1, 2, null, 0, false, 'a', (byte) 0); assert false; } catch (IllegalArgumentException e) { }
  }
}
