package io.github.understudy_entra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as plain values (RFC 8259): {@code Map}, {@code List}, {@code String}, {@code Long}, {@code Double}, {@code Boolean} and null.
 *
 * <p>The reader is strict: it rejects duplicate members, text after the value, control characters in strings, unpaired surrogates, and values
 * that are nested more deeply than {@link #MAXIMUM_DEPTH}.
 */
public final class Json {
    /** The maximum number of objects and lists around a value. */
    public static final int MAXIMUM_DEPTH = 128;

    /** The text is not JSON. The message names the offset. */
    public static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException(String what, int offset) {
            super("This is not JSON: " + what + " at offset " + offset + ".");
        }
    }

    /** Returns the value of a JSON text. */
    public static Object parse(String text) {
        return new Json(text).whole();
    }

    /** Returns the JSON text of a value. A record is written as a shape: absent members are left out. */
    public static String write(Object value) {
        StringBuilder text = new StringBuilder();
        append(value, text, 0);
        return text.toString();
    }

    private final String text;
    private int offset;

    private Json(String text) {
        this.text = text;
    }

    private Object whole() {
        Object value = value(0);
        skipSpace();
        if (offset < text.length()) {
            throw malformed("text after the value");
        }
        return value;
    }

    private Object value(int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw malformed("more than " + MAXIMUM_DEPTH + " levels");
        }
        skipSpace();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> list(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        offset++;
        if (isNext('}')) {
            return members;
        }
        do {
            skipSpace();
            int start = offset;
            String name = string();
            if (members.containsKey(name)) {
                offset = start;
                throw malformed("a duplicate member");
            }
            if (!isNext(':')) {
                throw malformed("no colon");
            }
            members.put(name, value(depth + 1));
        } while (isNext(','));
        if (!isNext('}')) {
            throw malformed("no end of the object");
        }
        return members;
    }

    private List<Object> list(int depth) {
        List<Object> items = new ArrayList<>();
        offset++;
        if (isNext(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1));
        } while (isNext(','));
        if (!isNext(']')) {
            throw malformed("no end of the list");
        }
        return items;
    }

    private String string() {
        if (peek() != '"') {
            throw malformed("no string");
        }
        StringBuilder found = new StringBuilder();
        for (offset++; peek() != '"'; offset++) {
            char next = peek();
            if (next < ' ') {
                throw malformed(offset < text.length() ? "a control character" : "no end of the string");
            }
            found.append(next == '\\' ? escaped() : next);
        }
        for (int index = 0; index < found.length(); index++) {
            if (!Character.isSurrogate(found.charAt(index))) {
                continue;
            }
            if (Character.charCount(found.codePointAt(index)) == 1) {
                throw malformed("an unpaired surrogate before the end");
            }
            index++;
        }
        offset++;
        return found.toString();
    }

    /** Returns the character of an escape. The offset stays at the last character of the escape. */
    private char escaped() {
        offset++;
        char kind = peek();
        int index = "\"\\/bfnrt".indexOf(kind);
        if (index >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        if (kind != 'u') {
            throw malformed("an unknown escape");
        }
        int code = 0;
        for (int digit = 0; digit < 4; digit++) {
            offset++;
            char found = peek();
            int number = found < 128 ? Character.digit(found, 16) : -1;
            if (number < 0) {
                throw malformed("no hexadecimal digit");
            }
            code = code * 16 + number;
        }
        return (char) code;
    }

    private Object number() {
        int start = offset;
        isNextCharacter('-');
        if (!isNextCharacter('0')) {
            digits();
        }
        boolean isInteger = true;
        if (isNextCharacter('.')) {
            isInteger = false;
            digits();
        }
        if (isNextCharacter('e') || isNextCharacter('E')) {
            isInteger = false;
            if (!isNextCharacter('+')) {
                isNextCharacter('-');
            }
            digits();
        }
        String found = text.substring(start, offset);
        try {
            if (isInteger) {
                return Long.valueOf(found);
            }
        } catch (NumberFormatException tooLarge) {
            // The integer becomes a Double below.
        }
        double number = Double.parseDouble(found);
        if (Double.isInfinite(number)) {
            throw malformed("a number out of range before the text");
        }
        return number;
    }

    private void digits() {
        int start = offset;
        while (peek() >= '0' && peek() <= '9') {
            offset++;
        }
        if (offset == start) {
            throw malformed(offset < text.length() ? "an unexpected character" : "the end of the text");
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, offset)) {
            throw malformed("an unknown word");
        }
        offset += word.length();
        return value;
    }

    private boolean isNext(char wanted) {
        skipSpace();
        return isNextCharacter(wanted);
    }

    private boolean isNextCharacter(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        offset++;
        return true;
    }

    private void skipSpace() {
        while (offset < text.length() && " \t\r\n".indexOf(text.charAt(offset)) >= 0) {
            offset++;
        }
    }

    /** Returns the next character, or U+0000 at the end of the text. */
    private char peek() {
        return offset < text.length() ? text.charAt(offset) : 0;
    }

    private MalformedException malformed(String what) {
        return new MalformedException(what, offset);
    }

    private static void append(Object value, StringBuilder text, int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw new IllegalArgumentException("The value has more than " + MAXIMUM_DEPTH + " levels.");
        }
        if (value instanceof Record shape) {
            append(Shapes.members(shape), text, depth);
        } else if (value instanceof Map<?, ?> members) {
            String separator = "{";
            for (Map.Entry<?, ?> member : members.entrySet()) {
                text.append(separator);
                append(String.valueOf(member.getKey()), text);
                text.append(':');
                append(member.getValue(), text, depth + 1);
                separator = ",";
            }
            text.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> items) {
            String separator = "";
            text.append('[');
            for (Object item : items) {
                text.append(separator);
                append(item, text, depth + 1);
                separator = ",";
            }
            text.append(']');
        } else if (value instanceof String string) {
            append(string, text);
        } else if (value == null || value instanceof Boolean || isFinite(value)) {
            text.append(value);
        } else {
            throw new IllegalArgumentException("JSON has no " + value.getClass().getName() + ": " + value);
        }
    }

    private static boolean isFinite(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Double number && Double.isFinite(number);
    }

    private static void append(String value, StringBuilder text) {
        text.append('"');
        for (char each : value.toCharArray()) {
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ' || Character.isSurrogate(each)) {
                text.append(String.format("\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
