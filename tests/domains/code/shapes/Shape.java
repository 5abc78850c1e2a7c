package shapes;

public interface Shape {
    double area();
}
