package io.landfall.monitoring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The metrics and labels that the rules and the dashboard name, held against what a product tells. */
public final class NamedMetrics {
    private static final Path DASHBOARD = Path.of("ops/grafana/landfall-dashboard.json");
    private static final Pattern METRIC =
            Pattern.compile("\\b((?:landfall|jvm|process|hikaricp|kafka|camel)_[a-z0-9_]+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{([a-z_]+)}}");
    private static final Pattern TOLD = Pattern.compile("([a-z][a-z0-9_]*)(?:\\{(.*)})? \\S+");
    private static final Pattern TOLD_LABEL = Pattern.compile("([a-z_]+)=\"");
    /** Prometheus puts them on. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    private final Map<String, Set<String>> labelsByName = new HashMap<>();

    /** @param scraped as Prometheus would read it */
    public NamedMetrics(String scraped) {
        scraped.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher told = TOLD.matcher(line);
            if (told.matches()) {
                Set<String> labels = labelsByName.computeIfAbsent(told.group(1), name -> new HashSet<>());
                Matcher label = TOLD_LABEL.matcher(told.group(2) == null ? "" : told.group(2));
                while (label.find()) {
                    labels.add(label.group(1));
                }
            }
        });
    }

    /** An expression, and the labels that its legend names. */
    public record Named(String where, String expression, Set<String> legend) {}

    /** What the rules ask. */
    public static List<Named> rules() throws IOException {
        return AlertRulesTest.rules().stream()
                .map(rule -> new Named(String.valueOf(rule.get("alert")), String.valueOf(rule.get("expr")), Set.of()))
                .toList();
    }

    /** What the dashboard asks, its variables too. */
    public static List<Named> dashboard() throws IOException {
        JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        List<Named> named = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                Set<String> legend = new TreeSet<>();
                Matcher label = LEGEND.matcher(target.path("legendFormat").asText());
                while (label.find()) {
                    legend.add(label.group(1));
                }
                named.add(new Named(
                        panel.path("title").asText(), target.path("expr").asText(), legend));
            }
        }
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            JsonNode query = variable.path("query");
            if (query.isObject()) {
                named.add(new Named(
                        "$" + variable.path("name").asText(),
                        query.path("query").asText(),
                        Set.of()));
            }
        }
        return named;
    }

    /** What an expression names and no product tells; none, when it is as it should be. */
    public List<String> missing(Named named) {
        List<String> missing = new ArrayList<>();
        Set<String> all = new HashSet<>();
        Matcher metric = METRIC.matcher(named.expression);
        while (metric.find()) {
            Set<String> told = labelsByName.get(metric.group(1));
            if (told == null) {
                missing.add(named.where + ": " + metric.group(1));
                continue;
            }
            all.addAll(told);
            Matcher label = LABEL.matcher(metric.group(2) == null ? "" : metric.group(2));
            while (label.find()) {
                if (!OF_PROMETHEUS.contains(label.group(1)) && !told.contains(label.group(1))) {
                    missing.add(named.where + ": " + metric.group(1) + " by " + label.group(1));
                }
            }
        }
        grouped(named)
                .filter(label -> !OF_PROMETHEUS.contains(label) && !all.contains(label))
                .forEach(label -> missing.add(named.where + ": label " + label));
        return missing;
    }

    /** Metric names of an expression. */
    public static Set<String> names(Named named) {
        Set<String> names = new TreeSet<>();
        Matcher metric = METRIC.matcher(named.expression);
        while (metric.find()) {
            names.add(metric.group(1));
        }
        return names;
    }

    private static Stream<String> grouped(Named named) {
        Set<String> labels = new TreeSet<>(named.legend);
        Matcher by = BY.matcher(named.expression);
        while (by.find()) {
            labels.addAll(List.of(by.group(1).split("\\s*,\\s*", -1)));
        }
        return labels.stream();
    }
}
