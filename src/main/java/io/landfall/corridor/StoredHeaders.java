package io.landfall.corridor;

import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Record headers as the ledger keeps them, {@code [[name, base64 or null], ...]}, made into message headers again. */
final class StoredHeaders {
    private static final TypeReference<List<List<@Nullable String>>> HEADERS = new TypeReference<>() {};

    private final ObjectMapper json = new ObjectMapper();

    /**
     * Those with a value, without those that Camel would obey or that speak for us.
     *
     * @throws UndecodableHeaders they are not in that form
     */
    Map<String, byte[]> read(byte @Nullable [] text) {
        Map<String, byte[]> headers = new LinkedHashMap<>();
        if (text == null) {
            return headers;
        }
        try {
            for (List<@Nullable String> header : json.readValue(text, HEADERS)) {
                String name = String.valueOf(header.get(0));
                String value = header.get(1);
                if (!isObeyed(name) && value != null) {
                    headers.put(name, Base64.getDecoder().decode(value));
                }
            }
            return headers;
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
            throw new UndecodableHeaders(e);
        }
    }

    private static boolean isObeyed(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("camel") || lower.startsWith("kafka.") || lower.startsWith("landfall-");
    }
}
