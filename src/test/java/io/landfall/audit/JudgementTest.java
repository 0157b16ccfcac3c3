package io.landfall.audit;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.landfall.audit.KnownFailures.Known;
import io.landfall.ledger.RowCheck;
import io.landfall.state.Task;
import io.landfall.view.DocumentCheck.Sight;
import io.landfall.view.DocumentCheck.Standing;
import io.landfall.view.Tasks;

import static org.assertj.core.api.Assertions.assertThat;

/** The whole table: how a document stands, whether its task has landed, and what is on record. */
class JudgementTest {
    private static final KnownFailures NONE = new KnownFailures(Map.of(), Set.of());

    @ParameterizedTest
    @CsvSource({
        "SAME,      7, ",
        "ABSENT,    7, DOCUMENT_MISSING",
        "OLDER,     7, DOCUMENT_OLDER",
        "NEWER,     7, DOCUMENT_NEWER",
        "DIFFERENT, 7, DOCUMENT_DIFFERS",
        "FOREIGN,   7, DOCUMENT_FOREIGN",
        "LEFT,      7, DOCUMENT_LEFT",
        "SAME,      5, UNLANDED",
        "ABSENT,    5, UNLANDED",
        "OLDER,     5, UNLANDED",
        "NEWER,     5, DOCUMENT_NEWER",
        "DIFFERENT, 5, DOCUMENT_DIFFERS",
        "FOREIGN,   5, UNLANDED",
        "LEFT,      5, UNLANDED",
    })
    void without_a_failure_on_record(Standing standing, long landed, FindingKind kind) {
        assertThat(kinds(NONE, task(landed), new Sight(standing, 1, false, "")))
                .isEqualTo(kind == null ? List.of() : List.of(kind));
    }

    @ParameterizedTest
    @CsvSource({
        "SAME,",
        "ABSENT,",
        "OLDER,",
        "NEWER, DOCUMENT_NEWER",
        "DIFFERENT, DOCUMENT_DIFFERS",
        "FOREIGN,",
        "LEFT,"
    })
    void an_open_failure_or_a_blocked_index_explains_what_has_not_landed(Standing standing, FindingKind kind) {
        List<FindingKind> expected = kind == null ? List.of() : List.of(kind);
        Sight sight = new Sight(standing, 1, false, "");

        assertThat(kinds(failure(new Known("tasks", 6, true)), task(5), sight)).isEqualTo(expected);
        assertThat(kinds(failure(new Known("tasks", 7, false)), task(5), sight)).isEqualTo(expected);
        assertThat(kinds(new KnownFailures(Map.of(), Set.of("tasks")), task(5), sight))
                .isEqualTo(expected);
    }

    @Test
    void a_failure_of_another_index_or_one_given_up_for_an_older_version_explains_nothing() {
        Sight older = new Sight(Standing.OLDER, 5, false, "");

        assertThat(kinds(failure(new Known("other", 7, true)), task(5), older)).containsExactly(FindingKind.UNLANDED);
        assertThat(kinds(failure(new Known("tasks", 6, false)), task(5), older)).containsExactly(FindingKind.UNLANDED);
    }

    @Test
    void a_failure_does_not_explain_what_became_of_a_document_that_had_landed() {
        assertThat(kinds(failure(new Known("tasks", 7, true)), task(7), new Sight(Standing.ABSENT, -1, false, "")))
                .containsExactly(FindingKind.DOCUMENT_MISSING);
    }

    @Test
    void a_document_that_lacks_fields_needs_a_failure_and_one_that_is_whole_must_have_none() {
        Sight lacking = new Sight(Standing.SAME, 7, true, "");
        Sight whole = new Sight(Standing.SAME, 7, false, "");
        KnownFailures open = failure(new Known("tasks", 7, true));

        assertThat(kinds(NONE, task(7), lacking)).containsExactly(FindingKind.DOCUMENT_INCOMPLETE);
        assertThat(kinds(open, task(7), lacking)).isEmpty();
        assertThat(kinds(failure(new Known("tasks", 7, false)), task(7), lacking))
                .isEmpty();
        assertThat(kinds(open, task(7), whole)).containsExactly(FindingKind.FAILURE_OUTLIVED);
        assertThat(kinds(failure(new Known("tasks", 8, true)), task(7), whole)).isEmpty();
    }

    @Test
    void a_row_and_its_document_are_judged_apart() {
        RowCheck check = new RowCheck("a", task(7), new RowCheck.Differs("state"));

        assertThat(new Judgement(NONE).of(check, new Sight(Standing.ABSENT, -1, false, "")))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.ROW_DIFFERS, FindingKind.DOCUMENT_MISSING);
        assertThat(new Judgement(NONE).of(new RowCheck("a", null, new RowCheck.Missing()), null))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.ROW_MISSING);
        assertThat(new Judgement(NONE).of(new RowCheck("a", null, new RowCheck.Unreadable("x")), null))
                .extracting(Finding::kind)
                .containsExactly(FindingKind.ROW_UNREADABLE);
        assertThat(new Judgement(NONE).of(new RowCheck("a", null, new RowCheck.Unknown()), null))
                .isEmpty();
    }

    @Test
    void a_detail_is_bounded() {
        assertThat(new Finding(FindingKind.BOOKS, "t-0", "x".repeat(2_000)).detail())
                .hasSize(500);
        assertThat(new Finding(FindingKind.BOOKS, "t-0", "x".repeat(496) + "\ud83d\ude00".repeat(9)).detail())
                .hasSizeLessThanOrEqualTo(500);
    }

    private static Task task(long landed) {
        return Tasks.task("a").version(7).landed(landed).build();
    }

    private static KnownFailures failure(Known known) {
        return new KnownFailures(Map.of("a", List.of(known)), Set.of());
    }

    private static List<FindingKind> kinds(KnownFailures failures, Task task, Sight sight) {
        RowCheck check = new RowCheck("a", task, new RowCheck.Agrees());
        return new Judgement(failures)
                .of(check, sight).stream().map(Finding::kind).toList();
    }
}
