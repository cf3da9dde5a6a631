// safe: lambdas and method references of all kinds, with captured values and boxes
import java.util.*;
import java.util.function.*;
public class Lambdas {
  interface Tri { long go(int a, Integer b, long c); }
  interface Maker { Object make(int n); }
  static int twice(int x) { return 2 * x; }
  int base = 5;
  int plus(int x) { return base + x; }
  Supplier<Integer> self() { return () -> base + 1; }
  static int apply(IntUnaryOperator f, int x) { return f.applyAsInt(x); }
  static class Box { int v; Box(int n) { v = n; } Box() { v = 9; } }
  public static void main(String[] args) {
    int k = 3; long big = 1L << 40;
    IntUnaryOperator f = x -> x + k;
    assert apply(f, 4) == 7;
    assert apply(Lambdas::twice, 4) == 8;
    Lambdas m = new Lambdas();
    assert apply(m::plus, 4) == 9;
    Function<Integer, Integer> g = Lambdas::twice;
    assert g.apply(21) == 42;
    assert m.self().get() == 6;
    Tri t = (a, b, c) -> a + b + c + big;
    assert t.go(1, 2, 3) == 6 + (1L << 40);
    Maker mk = Box::new;
    assert ((Box) mk.make(4)).v == 4;
    Supplier<Box> mk0 = Box::new;
    assert mk0.get().v == 9;
    ToIntFunction<String> len = String::length;
    assert len.applyAsInt("hello") == 5;
    BiFunction<Lambdas, Integer, Integer> ub = Lambdas::plus;
    assert ub.apply(m, 1) == 6;
    ToLongFunction<Integer> w = Lambdas::twice;
    assert w.applyAsLong(5) == 10L;
    Supplier<Runnable> rr = () -> () -> m.base++;
    rr.get().run();
    assert m.base == 6;
    List<Integer> l = new ArrayList<>();
    l.add(3); l.add(1); l.add(2);
    Collections.sort(l, (a, b) -> b - a);
    assert l.get(0) == 3 && l.get(2) == 1;
    int[] sum = {0};
    l.forEach(x -> sum[0] += x);
    assert sum[0] == 6;
    Comparator<String> c = Comparator.comparing(String::length);
    assert c.compare("ab", "c") > 0;
    Predicate<String> p = String::isEmpty;
    assert p.negate().test("x");
    try { Function<Object,Object> h = o -> ((String) o).length(); h.apply(3); assert false; } catch (ClassCastException e) { }
    Object n = null;
    try { Supplier<String> s = n::toString; assert false; } catch (NullPointerException e) { }
  }
}
