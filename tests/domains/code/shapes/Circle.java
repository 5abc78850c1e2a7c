package shapes;

import java.util.List;

public class Circle implements Shape {
    private final double radius;

    public Circle(double radius) {
        if (radius < 0) {
            throw new IllegalArgumentException("radius");
        }
        this.radius = radius;
    }

    public double area() {
        return Math.PI * square(radius);
    }

    private static double square(double side) {
        return side * side;
    }

    public static Circle largest(List<Circle> circles) {
        Circle found = new Circle(0);
        for (Circle one : circles) {
            if (one.area() > found.area()) {
                found = one;
            }
        }
        return found;
    }
}
