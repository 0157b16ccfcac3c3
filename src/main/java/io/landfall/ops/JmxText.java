package io.landfall.ops;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.ledger.Done;

/** What operators say over JMX as text, and what they are told. */
final class JmxText {
    private JmxText() {}

    static JsonNode form(ObjectMapper json, String filter) {
        try {
            return json.readTree(filter);
        } catch (IOException e) {
            throw new IllegalArgumentException("a JSON object is wanted");
        }
    }

    static String of(@Nullable Done done) {
        if (done == null) {
            throw new IllegalArgumentException("there is none with that id");
        }
        return done.toString();
    }
}
