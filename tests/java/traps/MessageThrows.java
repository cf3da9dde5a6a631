// safe: the message is made before the error, and making it throws another
public class MessageThrows {
    static String f() { throw new IllegalStateException(); }
    public static void main(String[] args) { assert args.length > 0 : f(); }
}
