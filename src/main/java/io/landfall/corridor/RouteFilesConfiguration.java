package io.landfall.corridor;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The keys of files of routes.
 *
 * @param reload whether files that are new or changed in the folder of routes are taken up while running
 */
@ConfigurationProperties("landfall.route-files")
record RouteFilesConfiguration(@DefaultValue("true") boolean reload) {}
