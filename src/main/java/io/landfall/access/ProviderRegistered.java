package io.landfall.access;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether anything stands under {@code spring.security.oauth2.client.registration}. */
final class ProviderRegistered implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                .bind("spring.security.oauth2.client.registration", Bindable.mapOf(String.class, Object.class))
                .map(known -> !known.isEmpty())
                .orElse(false);
    }
}
