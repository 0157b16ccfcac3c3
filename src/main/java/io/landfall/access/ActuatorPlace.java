package io.landfall.access;

import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

/** Refuses a start with the endpoints of management elsewhere: the rules of {@link Access} name their paths. */
@Component
final class ActuatorPlace {
    ActuatorPlace(WebEndpointProperties endpoints) {
        if (!endpoints.getBasePath().equals("/actuator")) {
            throw new InvalidConfigurationPropertyValueException(
                    "management.endpoints.web.base-path",
                    endpoints.getBasePath(),
                    "Who may do what is decided by paths under /actuator, so it must be /actuator.");
        }
        if (!endpoints.getPathMapping().isEmpty()) {
            throw new InvalidConfigurationPropertyValueException(
                    "management.endpoints.web.path-mapping",
                    endpoints.getPathMapping(),
                    "Who may do what is decided by the endpoints' own paths, so none may be renamed.");
        }
    }
}
