package io.landfall.view;

import java.io.IOException;
import java.util.List;

/** Sees the same under every id; every index is an alias. */
final class FakeLook implements DocumentLook, Indices {
    Seen seen = new Seen(false, null, -1, -1, -1, null);
    boolean takesBulks = true;
    boolean away;

    @Override
    public List<Seen> versions(String index, List<String> ids) throws IOException {
        if (away) {
            throw new IOException("away by order");
        }
        return ids.stream().map(id -> seen).toList();
    }

    @Override
    public List<Seen> sources(String index, List<String> ids) throws IOException {
        return versions(index, ids);
    }

    @Override
    public boolean takesBulks(String index) {
        return takesBulks;
    }

    @Override
    public boolean isAlias(String name) {
        return true;
    }

    @Override
    public void prepareOnce() {}
}
