package io.landfall.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import io.landfall.state.JsonBytes;
import io.landfall.state.Task;

/** Puts a task's fields into a document that others write to as well: their fields stay, byte for byte. */
final class DocumentMerger {
    private static final JsonFactory JSON = new JsonFactory();

    private final DocumentComposer composer;

    DocumentMerger(DocumentComposer composer) {
        this.composer = composer;
    }

    /**
     * The merged document: without every field the task ever owned, then with those it owns now and {@code landfall}. A
     * deleted task adds nothing; empty bytes say that nothing is left.
     */
    byte[] merge(byte[] source, Task task, Collection<String> without) {
        JsonBytes out = new JsonBytes(source.length + (task.isDeleted() ? 0 : DocumentComposer.roughSize(task)));
        out.write('{');
        int kept = copyOthers(source, task, out);
        if (!task.isDeleted()) {
            if (kept > 0) {
                out.write(',');
            }
            composer.writeFields(task, without, out);
            composer.writeOwn(task, without, out);
        } else if (kept == 0) {
            return new byte[0];
        }
        out.write('}');
        return out.toByteArray();
    }

    private static int copyOthers(byte[] source, Task task, JsonBytes out) {
        int kept = 0;
        try (JsonParser parser = JSON.createParser(source)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                int nameFrom = (int) parser.currentTokenLocation().getByteOffset();
                parser.nextToken();
                parser.skipChildren();
                parser.finishToken();
                int to = (int) parser.currentLocation().getByteOffset();
                if (!name.equals(DocumentComposer.OWN) && !task.fields().containsKey(name)) {
                    if (kept++ > 0) {
                        out.write(',');
                    }
                    out.write(source, nameFrom, to - nameFrom);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the document of task " + task.id() + " is no JSON object", e);
        }
        return kept;
    }
}
