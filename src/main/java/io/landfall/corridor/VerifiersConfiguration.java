package io.landfall.corridor;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The keys of verifiers.
 *
 * @param reload whether files in the folder of routes whose name holds {@code verify-} are taken up while running
 */
@ConfigurationProperties("landfall.verifiers")
record VerifiersConfiguration(@DefaultValue("true") boolean reload) {}
