package io.landfall.ledger;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Migrations run while nodes of the release before write: none locks out writers of a table for as long as the table is large, and none takes away
 * what that release still uses. What is to go goes a release later, by a migration that somebody has thought about, and with this test changed.
 */
class MigrationFormTest {
    /** Before it nothing was released. */
    private static final int FIRST = 16;

    private static final Pattern CREATED = Pattern.compile("create table (?:if not exists )?(\\w+)");
    private static final Pattern INDEXED =
            Pattern.compile("create (?:unique )?index (?!concurrently )(?:\\w+ )?on (\\w+)");
    private static final Pattern REWRITTEN = Pattern.compile(
            "(?:update|delete from) (task|task_content|task_event|failure|failure_attempt|outbox|dead_letter|model_call)\\b");
    private static final Pattern TAKEN = Pattern.compile(
            "drop (?:table|column|view|function)|rename (?:to|column)|alter column \\w+ (?:set data )?type");
    private static final Pattern CHECKED = Pattern.compile("set not null|add constraint (?:(?!not valid)[^;])*;");

    @Test
    void migrations_are_safe_beside_nodes_of_the_release_before() throws IOException {
        List<String> complaints = new ArrayList<>();
        for (Resource file : new PathMatchingResourcePatternResolver().getResources("classpath:db/migration/V*.sql")) {
            String name = String.valueOf(file.getFilename());
            if (Integer.parseInt(name.replaceAll("^V(\\d+)__.*", "$1")) >= FIRST) {
                complaints(file.getContentAsString(UTF_8)).forEach(what -> complaints.add(name + ": " + what));
            }
        }
        assertThat(complaints).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create index task_model on task (model);",
                "create table new (id bigint);\ncreate unique index on task (model);",
                "alter table outbox drop column claimed_until;",
                "alter table task rename column model to which;",
                "alter table task alter column attempt type bigint;",
                "alter table task\n  alter column model set not null;",
                "alter table failure add constraint kind_task check (task_id is not null);",
                "Update task set model = '' where model is null;"
            })
    void what_blocks_or_breaks_others_is_refused(String sql) {
        assertThat(complaints(sql)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create index concurrently task_model on task (model);",
                "create table new (id bigint);\ncreate index new_id on new (id);",
                "alter table task add column priority integer not null default 0;  -- drop column later",
                "alter table failure add constraint kind_task check (task_id is not null) not valid;",
                "update alarm set push_at = now() where closed_at is null;"
            })
    void what_is_quick_and_only_adds_is_taken(String sql) {
        assertThat(complaints(sql)).isEmpty();
    }

    private static List<String> complaints(String text) {
        String sql = text.replaceAll("--[^\\n]*", "").replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        Set<String> made =
                CREATED.matcher(sql).results().map(table -> table.group(1)).collect(Collectors.toSet());
        List<String> complaints = new ArrayList<>();
        Matcher index = INDEXED.matcher(sql);
        while (index.find()) {
            if (!made.contains(index.group(1))) {
                complaints.add("'" + index.group()
                        + "': writers of the table would wait; make it concurrently, in a file of its own");
            }
        }
        Stream.of(REWRITTEN, TAKEN, CHECKED)
                .forEach(pattern ->
                        pattern.matcher(sql).results().forEach(found -> complaints.add("'" + found.group() + "'")));
        return complaints;
    }
}
