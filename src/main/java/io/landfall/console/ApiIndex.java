package io.landfall.console;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api}: what there is to look at. */
@RestController
class ApiIndex {
    @GetMapping("/api")
    Map<String, String> links() {
        Map<String, String> links = new LinkedHashMap<>();
        links.put("tasks", "/api/tasks");
        links.put("unlanded", "/api/tasks?unlanded=true");
        links.put("failures", "/api/failures");
        links.put("deadLetters", "/api/dead-letters");
        links.put("compensation", "/api/compensation");
        links.put("inspection", "/api/inspection");
        links.put("rebuild", "/api/rebuild");
        links.put("outbox", "/api/outbox?status=BLOCKED");
        links.put("transactions", "/api/transactions");
        links.put("view", "/api/view");
        links.put("audit", "/api/audit");
        links.put("books", "/api/books");
        links.put("alarms", "/api/alarms?open=true");
        links.put("operatorActions", "/api/operator-actions");
        links.put("health", "/actuator/health");
        links.put("metrics", "/actuator/prometheus");
        return links;
    }
}
