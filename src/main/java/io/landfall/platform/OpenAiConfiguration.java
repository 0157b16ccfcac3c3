package io.landfall.platform;

import java.net.URI;
import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of a platform that speaks as OpenAI's does.
 *
 * @param baseUrl such as {@code https://api.openai.com/v1}; empty: there is none, and the call log answers for its tasks
 * @param apiKey sent as a bearer token; empty: none
 * @param connectTimeout of one request
 * @param readTimeout from the request to the last byte of its answer
 * @param parallelism requests under way at a time
 * @param rate requests a second
 * @param patience for one group of tasks; those that could not be asked within it are unknown
 * @param maxResponse longer answers are not read
 */
@Validated
@ConfigurationProperties("landfall.openai")
public record OpenAiConfiguration(
        @DefaultValue("") @NotNull String baseUrl,
        @DefaultValue("") @NotNull String apiKey,
        @DefaultValue("3s") @NotNull Duration connectTimeout,
        @DefaultValue("10s") @NotNull Duration readTimeout,
        @DefaultValue("4") @Min(1) @Max(64) int parallelism,
        @DefaultValue("10") @Min(1) @Max(10_000) int rate,
        @DefaultValue("15s") @NotNull Duration patience,
        @DefaultValue("4MB") @NotNull DataSize maxResponse) {

    public OpenAiConfiguration {
        if (!baseUrl.isEmpty() && !isHttp(baseUrl)) {
            throw new IllegalArgumentException("landfall.openai.base-url is '" + baseUrl
                    + "'; it may be http:// or https://, a host, and a path without query");
        }
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

    /** The key is nobody's to see. */
    @Override
    public String toString() {
        return "OpenAiConfiguration[baseUrl=" + baseUrl + ", rate=" + rate + ", parallelism=" + parallelism + "]";
    }
}
