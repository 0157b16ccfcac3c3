package io.landfall.dingtalk;

import java.net.URI;
import java.util.List;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of the way to a DingTalk group.
 *
 * @param url of the group's robot, with its access token; empty: there is none, and the relay is off
 * @param secret that the robot's requests are signed with (it begins with {@code SEC}); empty: they are not
 * @param hookToken that Alertmanager must send as a bearer token; 16 characters at least
 * @param perMinute most messages a minute; DingTalk allows 20 and then takes none for ten minutes
 * @param atMobiles phone numbers of group members who are called when something of severity P1 begins
 */
@Validated
@ConfigurationProperties("landfall.dingtalk")
public record DingTalkConfiguration(
        @DefaultValue("") @NotNull String url,
        @DefaultValue("") @NotNull String secret,
        @DefaultValue("") @NotNull String hookToken,
        @DefaultValue("20") @Min(1) @Max(20) int perMinute,
        @DefaultValue @NotNull List<String> atMobiles) {
    private static final int LEAST_TOKEN = 16;

    // messages name the keys, never what is in them: all three are secrets
    public DingTalkConfiguration {
        if (!url.isBlank() && !isHttp(url)) {
            throw new IllegalArgumentException(
                    "landfall.dingtalk.url must be http:// or https:// with a host, as DingTalk shows it for the robot");
        }
        if (!url.isBlank() && hookToken.length() < LEAST_TOKEN) {
            throw new IllegalArgumentException("landfall.dingtalk.hook-token must have at least " + LEAST_TOKEN
                    + " characters when landfall.dingtalk.url is set: who knows it can write to the group");
        }
        if (!atMobiles.stream().allMatch(number -> number.matches("[+0-9-]{5,20}"))) {
            throw new IllegalArgumentException(
                    "landfall.dingtalk.at-mobiles must be phone numbers, with commas between");
        }
    }

    private static boolean isHttp(String url) {
        try {
            URI uri = URI.create(url);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getFragment() == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public boolean isOn() {
        return !url.isBlank();
    }

    /** Nothing that is a secret. */
    @Override
    public String toString() {
        return "DingTalkConfiguration[on=" + isOn() + ", perMinute=" + perMinute + "]";
    }
}
