package io.landfall.alarm;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of alarms.
 *
 * @param quiet after how long without a repeat an alarm that counts occurrences closes itself
 * @param alertmanager where open alarms are pushed to
 */
@Validated
@ConfigurationProperties("landfall.alarms")
record AlarmConfiguration(
        @DefaultValue("1h") @NotNull Duration quiet, @DefaultValue @NotNull ToAlertmanager alertmanager) {

    /**
     * Where open alarms are pushed to.
     *
     * @param url of one or more Alertmanagers, with commas between; each is told. Empty: none is
     * @param username for HTTP Basic; empty: without a login
     * @param password for HTTP Basic
     * @param labels put on every alert beside our own, such as {@code cluster}
     */
    record ToAlertmanager(
            @DefaultValue("") @NotNull String url,
            @DefaultValue("") @NotNull String username,
            @DefaultValue("") @NotNull String password,
            @DefaultValue @NotNull Map<String, String> labels) {
        private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*";

        ToAlertmanager {
            for (String one : split(url)) {
                if (!isHttp(one)) {
                    throw new IllegalArgumentException("landfall.alarms.alertmanager.url names '" + one
                            + "'; each may be http:// or https://, a host, and a path without query or login");
                }
            }
            for (String label : labels.keySet()) {
                if (!label.matches(LABEL)) {
                    throw new IllegalArgumentException("landfall.alarms.alertmanager.labels has '" + label
                            + "'; a label is letters, digits and _, and begins with no digit");
                }
            }
        }

        List<String> urls() {
            return split(url);
        }

        private static List<String> split(String urls) {
            return Stream.of(urls.split(","))
                    .map(String::strip)
                    .filter(one -> !one.isEmpty())
                    .map(one -> one.replaceAll("/+$", ""))
                    .toList();
        }

        private static boolean isHttp(String url) {
            try {
                URI uri = URI.create(url);
                return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                        && uri.getHost() != null
                        && uri.getUserInfo() == null
                        && uri.getQuery() == null
                        && uri.getFragment() == null;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        /** The password is nobody's to see. */
        @Override
        public String toString() {
            return "ToAlertmanager[url=" + url + ", labels=" + labels + "]";
        }
    }
}
