package io.landfall.view;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Looks at documents by id, as they are now (realtime). All throw {@link IOException} when the view can't be asked. */
interface DocumentLook {
    /**
     * A document as it is in the view.
     *
     * @param ownVersion its {@code landfall.version}; null: it has none, so it is not ours
     * @param indexVersion its {@code _version}
     * @param source its bytes as stored; null when only the version was asked for
     */
    record Seen(
            boolean found,
            @Nullable Long ownVersion,
            long indexVersion,
            long seqNo,
            long primaryTerm,
            byte @Nullable [] source) {}

    /** What Landfall's version is in these documents, in their order. A missing index has none of them. */
    List<Seen> versions(String index, List<String> ids) throws IOException;

    /** The same with their sources. */
    List<Seen> sources(String index, List<String> ids) throws IOException;

    /**
     * Sends a bulk that changes nothing (an update of a document that is not there) the same way as every other bulk.
     *
     * @return whether the view takes bulks as such; false: it answers this one with an error, too
     */
    boolean takesBulks(String index) throws IOException;

    /** Whether that name is an alias now. */
    boolean isAlias(String name) throws IOException;
}
