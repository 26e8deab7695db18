package io.github.understudy_entra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader accepts what RFC 8259 has, and nothing else. */
class JsonTest {
    @Test
    void valuesAreRead() {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("text", "a\"\\/\b\f\n\r\té😀😀");
        expected.put("numbers", List.of(0L, -1L, 9223372036854775807L, 9.223372036854775807E18, 0.5, -2500.0, 1e-3));
        expected.put("words", Arrays.asList(true, false, null));
        expected.put("", Map.of());
        expected.put("list", List.of(List.of()));
        assertEquals(expected, Json.parse("""
             {"text": "a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00😀",
              "numbers": [0, -1, 9223372036854775807, 9223372036854775808, 0.5, -2.5E+3, 1e-3],
              "words": [true,false , null], "":{ }, "list":[[ ]]}
            """));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "{", "[", "\"", "{}}", "[1 2]", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{'a':1}", "{\"a\":1,\"a\":2}",
        "01", "-", "-a", "+1", ".5", "1.", "1e", "1e+", "0x1", "1e999", "NaN", "Infinity", "nul", "nullx", "True", "\"\\x\"", "\"\\u12\"",
        "\"\\u12g4\"", "\"\\u１234\"", "\"\\uD83D\"", "\"\\uDE00\\uD83D\"", "\"\\uD83Dx\"", "\"a\nb\"", "\"\u0000\"", "\u00a01", "\uFEFF1",
        "1 // one", "[1]]", "{\"a\":1 \"b\":2}", "\"a\" \"b\""})
    void malformedTextIsRejected(String text) {
        assertThrows(Json.MalformedException.class, () -> Json.parse(text));
    }

    @Test
    void messageNamesTheOffset() {
        Exception error = assertThrows(Json.MalformedException.class, () -> Json.parse("{\"a\": [1, x]}"));
        assertEquals("This is not JSON: an unexpected character at offset 10.", error.getMessage());
        error = assertThrows(Json.MalformedException.class, () -> Json.parse("{\"a\":1, \"a\":2}"));
        assertEquals("This is not JSON: a duplicate member at offset 8.", error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void depthIsBounded(String level) {
        Exception error = assertThrows(Json.MalformedException.class, () -> Json.parse(level.repeat(1_000_000)));
        assertTrue(error.getMessage().contains("levels"), error.getMessage());
    }

    @Test
    void deepestAllowedValueIsRead() {
        String deep = "[".repeat(Json.MAXIMUM_DEPTH) + 1 + "]".repeat(Json.MAXIMUM_DEPTH);
        assertEquals(deep, Json.write(Json.parse(deep)));
        assertThrows(Json.MalformedException.class, () -> Json.parse("[" + deep + "]"));
    }

    @Test
    void valuesAreWritten() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a\"\\\n\u0001é", Arrays.asList(1, 2L, 0.5, true, null, "😀"));
        value.put("empty", List.of(Map.of(), List.of()));
        value.put("shape", new KeyRotation("b2c", null));
        String text = Json.write(value);
        assertEquals("{\"a\\\"\\\\\\u000a\\u0001é\":[1,2,0.5,true,null,\"\\ud83d\\ude00\"],\"empty\":[{},[]],\"shape\":{\"for\":\"b2c\"}}", text);
        assertEquals(text, Json.write(Json.parse(text)));
    }

    @Test
    void valuesThatJsonDoesNotHaveAreNotWritten() {
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        for (Object value : new Object[] {Double.NaN, Double.POSITIVE_INFINITY, new Object[0], cycle}) {
            assertThrows(IllegalArgumentException.class, () -> Json.write(value));
        }
    }
}
