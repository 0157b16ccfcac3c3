package io.landfall.ops;

import org.jspecify.annotations.Nullable;
import org.springframework.jmx.export.annotation.ManagedAttribute;
import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedResource;
import org.springframework.stereotype.Component;

import io.landfall.access.Caller;
import io.landfall.rebuild.Rebuild;
import io.landfall.rebuild.RebuildState;

/** Rebuilds of indices over JMX: the operations of {@code /api/rebuild}, on behalf of whoever is logged in, or of "jmx". */
@Component
@ManagedResource(objectName = "io.landfall:type=View", description = "Rebuilds of indices")
public class ViewBean {
    private final Rebuild rebuild;

    ViewBean(Rebuild rebuild) {
        this.rebuild = rebuild;
    }

    @ManagedAttribute(description = "The newest rebuild, running or ended; empty: there was none")
    public String getRebuild() {
        return rebuild.latest().map(RebuildState::toString).orElse("");
    }

    @ManagedOperation(description = "Makes a new index from the ledger and puts it in the old one's place")
    @ManagedOperationParameter(name = "index", description = "the alias; empty when there is only one")
    public long rebuild(@Nullable String index) {
        return rebuild.begin(index == null || index.isBlank() ? null : index, Caller.name());
    }

    @ManagedOperation(description = "Ends a rebuild whose alias has not moved yet")
    @ManagedOperationParameter(name = "id", description = "of the rebuild")
    public void stopRebuild(long id) {
        rebuild.stop(id, Caller.name());
    }
}
