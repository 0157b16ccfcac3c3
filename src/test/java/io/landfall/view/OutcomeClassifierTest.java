package io.landfall.view;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch._types.ErrorResponse;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.elasticsearch.core.bulk.OperationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OutcomeClassifierTest {
    private final OutcomeClassifier classifier = new OutcomeClassifier();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            409 | version_conflict_engine_exception | current version [9] is higher than the one provided [5] | Conflict
            429 | es_rejected_execution_exception   | queue is full                                        | Passing
            503 | unavailable_shards_exception      | primary shard is not active                          | Passing
            503 | cluster_block_exception           | state not recovered                                  | Passing
            500 | something_nobody_knows            | oops                                                 | Passing
            400 | document_parsing_exception        | failed to parse field [n] of type [long] in          | Refused
            400 | something_nobody_knows            | oops                                                 | Refused
            413 | something_nobody_knows            | oops                                                 | Refused
            404 | index_not_found_exception         | no such index [x]                                    | Refused
            404 | index_not_found_exception         | no such index [x] and [require_alias] request flag   | IndexBlocked
            403 | cluster_block_exception           | FORBIDDEN/8/index write (api)                        | IndexBlocked
            429 | cluster_block_exception           | TOO_MANY_REQUESTS/12/disk usage exceeded             | IndexBlocked
            403 | security_exception                | action is unauthorized                               | IndexBlocked
            400 | index_closed_exception            | closed                                               | IndexBlocked
            """)
    void every_item_has_its_class(int status, String type, String reason, String verdict) {
        assertThat(classifier
                        .item(item(status, error(type, reason, null)))
                        .getClass()
                        .getSimpleName())
                .isEqualTo(verdict);
    }

    @Test
    void a_delete_of_what_is_not_there_is_accepted() {
        BulkResponseItem gone = BulkResponseItem.of(i -> i.operationType(OperationType.Delete)
                .index("tasks")
                .id("a")
                .status(404)
                .result("not_found"));
        assertThat(classifier.item(gone)).isEqualTo(new Verdict.Accepted());
    }

    @Test
    void a_conflict_tells_the_version_in_the_way() {
        Verdict verdict = classifier.item(item(
                409,
                error(
                        "version_conflict_engine_exception",
                        "[a]: version conflict, current version [9] is higher",
                        null)));
        assertThat(verdict)
                .isInstanceOfSatisfying(Verdict.Conflict.class, conflict -> assertThat(conflict.currentVersion())
                        .isEqualTo(9));
    }

    @Test
    void a_reason_holds_the_whole_chain_and_is_bounded() {
        ErrorCause cause = error("c", "innermost", null);
        Verdict verdict =
                classifier.item(item(400, error("a", "x".repeat(5_000), error("b", "y".repeat(5_000), cause))));
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Refused.class, refused -> {
            assertThat(refused.failure().reason())
                    .startsWith("a: x")
                    .contains("; caused by b: y")
                    .endsWith("; caused by c: innermost");
            assertThat(refused.failure().reason().length()).isLessThanOrEqualTo(Reasons.MOST);
        });
    }

    @ParameterizedTest
    @CsvSource({"limit,field-limit", "index,index-missing", "field,mapping", "parse,parsing", "other,refused"})
    void a_refusal_has_a_short_word_for_its_cause(String kind, String word) {
        ErrorCause error =
                switch (kind) {
                    case "limit" -> error("illegal_argument_exception", "Limit of total fields [1000] has been", null);
                    case "index" -> error("index_not_found_exception", "no such index [x]", null);
                    case "field" ->
                        error("document_parsing_exception", "failed to parse field [n] of type [long]", null);
                    case "parse" -> error("x_content_parse_exception", "Unexpected character", null);
                    default -> error("illegal_argument_exception", "if _id is specified it must not be empty", null);
                };
        assertThat(classifier.item(item(kind.equals("index") ? 404 : 400, error)))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.failure().cause()).isEqualTo(word));
    }

    @ParameterizedTest
    @CsvSource({
        "400,RequestRefused", "500,RequestRefused", "413,TooLarge", "401,Unavailable", "403,Unavailable",
        "404,Unavailable", "429,Unavailable", "502,Unavailable", "503,Unavailable", "504,Unavailable"
    })
    void every_request_has_its_class(int status, String verdict) {
        ElasticsearchException thrown = new ElasticsearchException(
                "es/bulk", ErrorResponse.of(r -> r.status(status).error(error("t", "r", null))));
        assertThat(classifier
                        .request(new CompletionException(thrown))
                        .getClass()
                        .getSimpleName())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(classes = {ConnectException.class, SocketTimeoutException.class, IOException.class})
    void no_answer_at_all_means_that_the_view_is_away(Class<? extends IOException> type) throws Exception {
        IOException thrown = type.getConstructor(String.class).newInstance("no\nanswer");
        assertThat(classifier.request(new RuntimeException(thrown)))
                .isEqualTo(new Verdict.Unavailable(type.getSimpleName() + ": no answer", false));
    }

    @Test
    void an_error_of_our_own_is_not_the_views() {
        IllegalArgumentException ours = new IllegalArgumentException("a bug");
        assertThatThrownBy(() -> classifier.request(ours)).isSameAs(ours);
    }

    private static ErrorCause error(String type, String reason, ErrorCause cause) {
        return ErrorCause.of(e -> {
            e.type(type).reason(reason);
            return cause == null ? e : e.causedBy(cause);
        });
    }

    private static BulkResponseItem item(int status, ErrorCause error) {
        return BulkResponseItem.of(i -> i.operationType(OperationType.Index)
                .index("tasks")
                .id("a")
                .status(status)
                .error(error));
    }
}
