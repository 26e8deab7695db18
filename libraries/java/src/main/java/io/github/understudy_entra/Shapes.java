package io.github.understudy_entra;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes records as JSON objects. A component has the name of its member; an underscore at the end, as in {@code for_}, is left out. */
final class Shapes {
    /** A component that {@link #text} masks. */
    @Target(ElementType.RECORD_COMPONENT)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Secret {}

    private Shapes() {}

    static String name(RecordComponent component) {
        String name = component.getName();
        return name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }

    /** Returns the members that are present. */
    static Map<String, Object> members(Record shape) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (RecordComponent component : shape.getClass().getRecordComponents()) {
            Object value = get(shape, component);
            if (value != null) {
                members.put(name(component), value);
            }
        }
        return members;
    }

    /** Returns the text of a record for a person: members that are present, with secrets masked. */
    static String text(Record shape) {
        List<String> parts = new ArrayList<>();
        for (RecordComponent component : shape.getClass().getRecordComponents()) {
            Object value = get(shape, component);
            if (value != null) {
                parts.add(name(component) + "=" + (component.isAnnotationPresent(Secret.class) ? "***" : value));
            }
        }
        return shape.getClass().getSimpleName() + parts.toString();
    }

    /** Returns a copy of a record with another value of one component. */
    static <R> R with(R shape, String name, Object value) {
        RecordComponent[] components = shape.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        boolean isKnown = false;
        for (int index = 0; index < components.length; index++) {
            boolean isOne = components[index].getName().equals(name);
            isKnown |= isOne;
            values[index] = isOne ? value : get((Record) shape, components[index]);
        }
        if (!isKnown) {
            throw new IllegalArgumentException(shape.getClass().getSimpleName() + " has no " + name + ".");
        }
        @SuppressWarnings("unchecked")
        Class<R> type = (Class<R>) shape.getClass();
        return make(type, values);
    }

    /** Returns a record of a JSON object. Members that the record does not have are left out. */
    static <R> R read(Class<R> type, Object json) {
        if (!(json instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException("There is no " + type.getSimpleName() + " in " + json + ".");
        }
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int index = 0; index < components.length; index++) {
            values[index] = value(components[index].getGenericType(), members.get(name(components[index])));
        }
        return make(type, values);
    }

    /** Returns the records of a list of JSON objects. */
    static <R> List<R> readList(Class<R> type, Object json) {
        List<R> found = new ArrayList<>();
        for (Object item : (List<?>) json) {
            found.add(read(type, item));
        }
        return found;
    }

    private static Object value(Type type, Object json) {
        if (json == null) {
            return null;
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class
                && generic.getActualTypeArguments()[0] instanceof Class<?> item && item.isRecord()) {
            return readList(item, json);
        }
        if (type == Integer.class && json instanceof Long number) {
            return Math.toIntExact(number);
        }
        return type instanceof Class<?> shape && shape.isRecord() ? read(shape, json) : json;
    }

    private static Object get(Record shape, RecordComponent component) {
        try {
            return component.getAccessor().invoke(shape);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static <R> R make(Class<R> type, Object[] values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int index = 0; index < types.length; index++) {
            types[index] = components[index].getType();
        }
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException rejected) {
            throw rejected.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(rejected);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
