package io.github.understudy_entra;

import java.util.LinkedHashMap;
import java.util.Map;

/** A change of a clock. {@code isReleased} says whether a frozen clock runs again, which is null on the wire. */
public record ClockChange(String offset, String frozen, String advance, boolean isReleased) {
    /** Returns a change that moves the clock by a duration, such as "PT2H". */
    public static ClockChange advance(String duration) {
        return new ClockChange(null, null, duration, false);
    }

    /** Returns a change that stops the clock at a time, or at the current time if the text is "now". */
    public static ClockChange freeze(String time) {
        return new ClockChange(null, time, null, false);
    }

    /** Returns a change to a difference from the clock of the machine. */
    public static ClockChange offset(String duration) {
        return new ClockChange(duration, null, null, false);
    }

    /** Returns a change that lets a frozen clock run. */
    public static ClockChange release() {
        return new ClockChange(null, null, null, true);
    }

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>(Shapes.members(this));
        body.remove("isReleased");
        if (isReleased) {
            body.put("frozen", null);
        }
        return body;
    }
}
