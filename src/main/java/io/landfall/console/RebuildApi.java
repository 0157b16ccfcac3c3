package io.landfall.console;

import java.security.Principal;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.ledger.FilterForm;
import io.landfall.rebuild.Rebuild;
import io.landfall.rebuild.RebuildState;

/** {@code /api/rebuild}: a new index from the ledger in the old one's place. */
@RestController
class RebuildApi {
    private final Rebuild rebuild;

    RebuildApi(Rebuild rebuild) {
        this.rebuild = rebuild;
    }

    /** The newest one, running or ended. */
    @GetMapping("/api/rebuild")
    RebuildState latest() {
        return rebuild.latest().orElseThrow(() -> new Unknown("rebuild", "yet"));
    }

    @GetMapping("/api/rebuild/{id}")
    RebuildState one(@PathVariable long id) {
        return rebuild.byId(id).orElseThrow(() -> new Unknown("rebuild", id));
    }

    /** Begins one; it goes on when a node is free. */
    @PostMapping("/api/rebuild")
    ResponseEntity<Map<String, Long>> begin(
            @RequestBody(required = false) @Nullable JsonNode options, Principal principal) {
        FilterForm form = new FilterForm(options);
        String index = form.text("index");
        form.end();
        return ResponseEntity.accepted().body(Map.of("id", rebuild.begin(index, principal.getName())));
    }

    @PostMapping("/api/rebuild/{id}/stop")
    ResponseEntity<Map<String, Long>> stop(@PathVariable long id, Principal principal) {
        if (rebuild.byId(id).isEmpty()) {
            throw new Unknown("rebuild", id);
        }
        rebuild.stop(id, principal.getName());
        return ResponseEntity.accepted().body(Map.of("id", id));
    }
}
