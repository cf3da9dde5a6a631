// not unsafe: an ArrayStoreException ends the program before the assertion
public class Covariance {
    public static void main(String[] args) {
        Object[] a = new String[1];
        a[0] = new Covariance();
        assert false;
    }
}
