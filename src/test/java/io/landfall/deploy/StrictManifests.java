package io.landfall.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;

/**
 * Reads manifests as an API server with field validation {@code Strict} does: a field that its kind does not have, and a number where
 * text must be, are errors.
 */
final class StrictManifests {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .annotationIntrospector(new NothingElse())
            .withCoercionConfig(
                    LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private StrictManifests() {}

    /** The models keep what they don't know; here they may not. */
    private static final class NothingElse extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }

    static HasMetadata read(JsonNode manifest) throws JsonProcessingException {
        Class<? extends HasMetadata> kind = kind(manifest.path("apiVersion").asText() + " "
                + manifest.path("kind").asText());
        return STRICT.treeToValue(manifest, kind);
    }

    private static Class<? extends HasMetadata> kind(String name) {
        return switch (name) {
            case "apps/v1 Deployment" -> Deployment.class;
            case "monitoring.coreos.com/v1 PrometheusRule" -> PrometheusRule.class;
            case "monitoring.coreos.com/v1 ServiceMonitor" -> ServiceMonitor.class;
            case "policy/v1 PodDisruptionBudget" -> PodDisruptionBudget.class;
            case "v1 ConfigMap" -> ConfigMap.class;
            case "v1 Secret" -> Secret.class;
            case "v1 Service" -> Service.class;
            default -> throw new AssertionError("no such kind: " + name);
        };
    }
}
