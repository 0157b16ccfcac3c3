package io.landfall.ops;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;

import io.landfall.ledger.BadFilter;
import io.landfall.ledger.FilterForm;

/**
 * Obeys commands that came as messages, {@code {command, filter, by}}. Whoever may write to the topic may say any name as
 * {@code by}: it is kept as {@code unverified:<by>}.
 */
@Component
public final class Commands {
    private static final int LARGEST = 65_536;

    private final Map<String, Command> commands = new TreeMap<>();
    private final ObjectReader json = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    Commands(List<Command> commands) {
        commands.forEach(command -> this.commands.put(command.name(), command));
    }

    /**
     * Does what the message says.
     *
     * @param value null: a tombstone
     * @return who had what done, for the log
     * @throws BadFilter it can't be read, or is not known, or its filter can't be meant
     * @throws io.landfall.ledger.NotAsExpected things do not stand as it expects
     */
    public String obey(byte @Nullable [] value) {
        JsonNode message = read(value);
        FilterForm form = new FilterForm(message);
        String name = form.oneOf("command", List.copyOf(commands.keySet()));
        String by = form.text("by");
        JsonNode filter = form.object("filter");
        form.end();
        Command command = name == null ? null : commands.get(name);
        if (command == null || by == null) {
            throw new BadFilter("command and by are wanted.");
        }
        String who = "unverified:" + by;
        return name + " by " + who + ": " + command.order().apply(filter, who);
    }

    private JsonNode read(byte @Nullable [] value) {
        if (value == null || value.length > LARGEST) {
            throw new BadFilter(value == null ? "A command has a value." : "It is larger than 64 KiB.");
        }
        try {
            JsonNode message = json.readTree(value);
            if (message == null || !message.isObject()) {
                throw new BadFilter("A JSON object is wanted.");
            }
            return message;
        } catch (IOException e) {
            throw new BadFilter("It is no JSON.");
        }
    }
}
