package io.landfall.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import io.landfall.ledger.LongWork;
import io.landfall.state.JsonBytes;

/** Looks through Elasticsearch's own client. */
final class RestDocumentLook implements DocumentLook {
    private static final JsonFactory JSON = new JsonFactory();

    private final RestClient client;

    RestDocumentLook(RestClient client) {
        this.client = client;
    }

    @Override
    public List<Seen> versions(String index, List<String> ids) throws IOException {
        return look(index, ids, false);
    }

    @Override
    public List<Seen> sources(String index, List<String> ids) throws IOException {
        return look(index, ids, true);
    }

    private List<Seen> look(String index, List<String> ids, boolean withSource) throws IOException {
        LongWork.begins("a look into the view");
        Request request = new Request("POST", "/" + index + "/_mget");
        request.addParameter("realtime", "true");
        if (!withSource) {
            request.addParameter("_source_includes", "landfall.version");
        }
        request.setEntity(new ByteArrayEntity(idsAsJson(ids), ContentType.APPLICATION_JSON));
        byte[] answer;
        try (InputStream content = client.performRequest(request).getEntity().getContent()) {
            answer = content.readAllBytes();
        }
        List<Seen> seen = new ArrayList<>(ids.size());
        try (JsonParser parser = JSON.createParser(answer)) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                if (parser.currentToken() == null) {
                    throw new IOException("an _mget answer without docs");
                }
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                seen.add(document(parser, answer, withSource));
            }
        }
        if (seen.size() != ids.size()) {
            throw new IOException(seen.size() + " documents answered for " + ids.size() + " asked");
        }
        return seen;
    }

    private static Seen document(JsonParser parser, byte[] answer, boolean withSource) throws IOException {
        boolean found = false;
        long version = -1;
        long seqNo = -1;
        long primaryTerm = -1;
        Long own = null;
        byte[] source = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "found" -> found = parser.getBooleanValue();
                case "_version" -> version = parser.getLongValue();
                case "_seq_no" -> seqNo = parser.getLongValue();
                case "_primary_term" -> primaryTerm = parser.getLongValue();
                case "_source" -> {
                    int from = (int) parser.currentTokenLocation().getByteOffset();
                    own = ownVersion(parser);
                    int to = (int) parser.currentLocation().getByteOffset();
                    source = withSource ? Arrays.copyOfRange(answer, from, to) : null;
                }
                case "error" -> throwUnlessMissing(parser);
                default -> parser.skipChildren();
            }
        }
        return new Seen(found, own, version, seqNo, primaryTerm, source);
    }

    private static void throwUnlessMissing(JsonParser parser) throws IOException {
        String type = null;
        String reason = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "type" -> type = parser.getText();
                case "reason" -> reason = parser.getText();
                default -> parser.skipChildren();
            }
        }
        if (!"index_not_found_exception".equals(type)) {
            throw new IOException("a document can't be looked at: " + type + ": " + reason);
        }
    }

    /** {@code landfall.version} of the source that starts here; leaves the parser at its end. */
    private static @Nullable Long ownVersion(JsonParser parser) throws IOException {
        Long version = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean own = parser.currentName().equals(DocumentComposer.OWN);
            JsonToken value = parser.nextToken();
            if (own && value == JsonToken.START_OBJECT) {
                version = version(parser);
            } else {
                parser.skipChildren();
            }
        }
        return version;
    }

    private static @Nullable Long version(JsonParser parser) throws IOException {
        Long version = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isVersion = parser.currentName().equals("version");
            if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && isVersion) {
                version = parser.getLongValue();
            } else {
                parser.skipChildren();
            }
        }
        return version;
    }

    @Override
    public boolean takesBulks(String index) throws IOException {
        Request request = new Request("POST", "/_bulk");
        byte[] update = ("{\"update\":{\"_index\":\"" + index
                        + "\",\"_id\":\"landfall-control\",\"require_alias\":true,"
                        + "\"if_seq_no\":0,\"if_primary_term\":1}}\n{\"doc\":{}}\n")
                .getBytes(StandardCharsets.UTF_8);
        request.setEntity(new ByteArrayEntity(update, ContentType.create("application/x-ndjson")));
        try {
            client.performRequest(request);
            return true;
        } catch (ResponseException e) {
            return false;
        }
    }

    @Override
    public boolean isAlias(String name) throws IOException {
        return client.performRequest(new Request("HEAD", "/_alias/" + name))
                        .getStatusLine()
                        .getStatusCode()
                == 200;
    }

    private static byte[] idsAsJson(List<String> ids) {
        JsonBytes out = new JsonBytes(ids.size() * 40 + 16);
        out.write("{\"ids\":[");
        for (int i = 0; i < ids.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.quoted(ids.get(i));
        }
        out.write("]}");
        return out.toByteArray();
    }
}
