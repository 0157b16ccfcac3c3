package io.landfall.bench;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The body of one bulk request, built line by line. For one thread. */
final class BulkBody {
    private static final byte[] UPSERT_END = ",\"doc_as_upsert\":true}\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] UPSERT_START = "{\"doc\":".getBytes(StandardCharsets.UTF_8);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 20);
    private final String index;

    /** @param index a plain name, that needs no escapes in JSON */
    BulkBody(String index) {
        this.index = index;
    }

    /** An update that makes the document when it is missing. The id needs no escapes in JSON. */
    void upsert(String id, byte[] document) {
        line("{\"update\":{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\",\"retry_on_conflict\":5}}\n");
        bytes.writeBytes(UPSERT_START);
        bytes.writeBytes(document);
        bytes.writeBytes(UPSERT_END);
    }

    /** A whole document with a version of ours. The id needs no escapes in JSON. */
    void index(String id, long version, byte[] document) {
        line("{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + id
                + "\",\"version_type\":\"external_gte\",\"version\":" + version + "}}\n");
        bytes.writeBytes(document);
        bytes.write('\n');
    }

    /** What was built so far, and an empty body again. */
    byte[] take() {
        byte[] body = bytes.toByteArray();
        bytes.reset();
        return body;
    }

    private void line(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
