package io.landfall.corridor;

import java.util.List;

import org.springframework.stereotype.Component;

import io.landfall.rebuild.IndexWrites;
import io.landfall.view.ViewWrite;
import io.landfall.view.Written;

/** Lands what a rebuild writes, in the new index and through the alias, the way all others land. */
@Component
final class RebuildWrites implements IndexWrites {
    private static final String TRIGGER = "rebuild";

    private final LandOne landOne;

    RebuildWrites(LandOne landOne) {
        this.landOne = landOne;
    }

    @Override
    public List<Written> aim(List<ViewWrite> writes) {
        return landOne.land(writes, TRIGGER, false);
    }

    @Override
    public List<Written> land(List<ViewWrite> writes) {
        return landOne.land(writes, TRIGGER, true);
    }
}
