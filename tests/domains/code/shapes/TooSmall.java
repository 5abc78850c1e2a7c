package shapes;

public class TooSmall extends Exception {
    protected void explain() {
        System.out.println("too small");
    }
}
