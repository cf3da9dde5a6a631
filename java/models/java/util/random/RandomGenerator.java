package java.util.random;

public interface RandomGenerator {
    boolean nextBoolean();
    int nextInt();
    int nextInt(int bound);
    long nextLong();
    float nextFloat();
    double nextDouble();
}
