package io.landfall.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.fault.EsProxy.Behaviour;
import io.landfall.fault.EsProxy.Call;
import io.landfall.fault.EsProxy.Reply;

/** Things that go wrong with bulks. */
public final class BulkFaults {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BulkFaults() {}

    /** The first requests (all of them, not only bulks) get this answer; then everything passes. */
    public static Behaviour first(int requests, Reply reply) {
        AtomicInteger left = new AtomicInteger(requests);
        return call -> left.getAndDecrement() > 0 ? reply : call.pass();
    }

    /** The first bulks are treated like that; then everything passes. */
    public static Behaviour firstBulks(int bulks, Behaviour fault) {
        AtomicInteger left = new AtomicInteger(bulks);
        return call -> call.isBulk() && left.getAndDecrement() > 0 ? fault.on(call) : call.pass();
    }

    /** A gateway in front that takes no larger bodies. */
    public static Behaviour tooLargeAbove(int bytes) {
        return call -> call.body().length > bytes ? Reply.page(413) : call.pass();
    }

    /** The chosen documents don't reach the server: their items get this status and error type instead. */
    public static Behaviour items(Predicate<String> ids, int status, String type) {
        return call -> call.isBulk() ? refuse(call, action -> ids.test(id(action)), status, type) : call.pass();
    }

    /** The same, of that index only. */
    public static Behaviour itemsOf(String index, Predicate<String> ids, int status, String type) {
        return call -> call.isBulk()
                ? refuse(
                        call,
                        action -> action.path("_index").asText().equals(index) && ids.test(id(action)),
                        status,
                        type)
                : call.pass();
    }

    private static String id(JsonNode action) {
        return action.path("_id").asText();
    }

    /** The server does its work, but one item too many comes back. */
    public static Behaviour oneItemTooMany() {
        return call -> {
            ObjectNode answer = (ObjectNode) JSON.readTree(call.pass().body());
            ArrayNode items = (ArrayNode) answer.path("items");
            items.add(items.get(0).deepCopy());
            return json(answer);
        };
    }

    private static Reply refuse(Call call, Predicate<JsonNode> which, int status, String type) throws IOException {
        List<String> lines =
                new String(call.body(), StandardCharsets.UTF_8).lines().toList();
        ByteArrayOutputStream passed = new ByteArrayOutputStream();
        List<JsonNode> refused = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            ObjectNode action = (ObjectNode) JSON.readTree(lines.get(i));
            String kind = action.fieldNames().next();
            int count = kind.equals("delete") ? 1 : 2;
            boolean refuse = which.test(action.path(kind));
            refused.add(refuse ? item(action, kind, status, type) : null);
            for (int line = i; !refuse && line < i + count; line++) {
                passed.writeBytes((lines.get(line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            i += count - 1;
        }
        ObjectNode answer = JSON.createObjectNode().put("took", 1).put("errors", true);
        ArrayNode items = answer.putArray("items");
        JsonNode real = passed.size() == 0
                ? items
                : JSON.readTree(call.pass(passed.toByteArray()).body()).path("items");
        int next = 0;
        for (JsonNode item : refused) {
            items.add(item == null ? real.get(next++) : item);
        }
        return json(answer);
    }

    private static JsonNode item(ObjectNode action, String kind, int status, String type) {
        ObjectNode item = JSON.createObjectNode();
        ObjectNode content = item.putObject(kind);
        content.put("_index", action.path(kind).path("_index").asText());
        content.put("_id", action.path(kind).path("_id").asText());
        content.put("status", status);
        content.putObject("error").put("type", type).put("reason", "made by a test");
        return item;
    }

    private static Reply json(JsonNode answer) {
        return new Reply(200, "application/json", answer.toString().getBytes(StandardCharsets.UTF_8));
    }
}
