// safe: literals are one object, what is made is another
public class StringIdentity {
    public static void main(String[] args) {
        String a = "x", b = "x", c = "" + a, d = a + "";
        assert a == b && a != c && a != d && a.equals(c) && a.equals(d);
    }
}
