package io.landfall;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may know whom: `state ← event ← ledger ← view ← compensation`; `failure ← view, compensation`; `inspection → ledger, event`;
 * `calls, platform → inspection`; `audit → job, ledger, view, failure`; `rebuild → job, ledger, view`; `job → ledger, view`; `overview → ledger`;
 * `console, ops → all brains (read, steer)`; `access` ← console, ops;
 * `corridor → all`; nobody → `corridor`. Only
 * corridor imports Camel.
 *
 * <p>An arrow points at the one who is known. Who knows a package may know what that one knows. Everybody may raise an
 * alarm and put a message into the outbox; the sentence above is silent about these two. Packages may still be empty.
 */
class ArchitectureTest {
    private static final JavaClasses LANDFALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.landfall");

    @Test
    void there_is_something_to_judge() {
        assertThat(LANDFALL.containPackage("io.landfall.state")).isTrue();
        assertThat(LANDFALL.containPackage("io.landfall.event")).isTrue();
    }

    @Test
    void state_knows_nobody() {
        holds(knowsOnly("state"));
    }

    @Test
    void event_knows_state() {
        holds(knowsOnly("event", "state"));
    }

    @Test
    void ledger_knows_event() {
        holds(knowsOnly("ledger", "event", "state", "alarm", "outbox"));
    }

    @Test
    void view_knows_ledger_and_failure() {
        holds(knowsOnly("view", "ledger", "event", "state", "failure", "alarm", "outbox"));
    }

    @Test
    void inspection_knows_ledger_and_event() {
        holds(knowsOnly("inspection", "ledger", "event", "state", "alarm", "outbox", "trace"));
    }

    @Test
    void calls_and_platform_know_inspection_for_whom_they_judge() {
        holds(knowsOnly("calls", "inspection", "ledger", "event", "state", "alarm", "outbox"));
        holds(knowsOnly("platform", "inspection", "state", "alarm"));
    }

    @Test
    void trace_knows_event_and_is_known_by_those_whose_work_is_traced() {
        holds(knowsOnly("trace", "event", "state"));
        holds(knownOnlyBy("trace", "inspection", "corridor"));
    }

    @Test
    void dingtalk_knows_nobody_and_is_known_by_those_who_hand_it_alerts() {
        holds(knowsOnly("dingtalk", "alarm"));
        holds(knownOnlyBy("dingtalk", "console", "corridor"));
    }

    @Test
    void compensation_knows_view_and_failure() {
        holds(knowsOnly("compensation", "view", "failure", "ledger", "event", "state", "alarm", "outbox"));
    }

    @Test
    void audit_knows_ledger_view_and_failure() {
        holds(knowsOnly("audit", "job", "ledger", "view", "failure", "event", "state", "alarm", "outbox"));
    }

    @Test
    void rebuild_knows_ledger_and_view() {
        holds(knowsOnly("rebuild", "job", "ledger", "view", "event", "state", "failure", "alarm", "outbox"));
    }

    @Test
    void job_knows_who_may_be_away_and_is_known_by_jobs() {
        holds(knowsOnly("job", "ledger", "view", "event", "state", "failure", "alarm", "outbox"));
        holds(knownOnlyBy("job", "audit", "rebuild"));
    }

    @Test
    void overview_knows_ledger_and_is_known_by_those_who_show_and_measure() {
        holds(knowsOnly("overview", "ledger", "event", "state", "alarm", "outbox"));
        holds(knownOnlyBy("overview", "console", "ops", "corridor"));
    }

    @Test
    void rebuild_is_known_by_those_who_steer_it_and_write_for_it() {
        holds(knownOnlyBy("rebuild", "console", "ops", "corridor"));
    }

    @Test
    void audit_is_known_by_those_who_steer_it_and_write_for_it() {
        holds(knownOnlyBy("audit", "console", "ops", "corridor"));
    }

    @Test
    void failure_is_known_by_view_and_compensation_and_by_those_who_may_know_all() {
        holds(knownOnlyBy("failure", "view", "compensation", "audit", "rebuild", "console", "ops", "corridor"));
    }

    @Test
    void failure_does_not_know_those_who_know_it() {
        holds(knowsOnly("failure", "ledger", "event", "state", "alarm", "outbox"));
    }

    @Test
    void console_and_ops_are_known_by_nobody_but_each_other_and_corridor() {
        holds(knownOnlyBy("console", "ops", "corridor"));
        holds(knownOnlyBy("ops", "console", "corridor"));
    }

    @Test
    void access_knows_no_brain_and_is_known_by_those_who_show_and_run() {
        holds(knowsOnly("access", "alarm"));
        holds(knownOnlyBy("access", "console", "ops", "corridor"));
    }

    @Test
    void nobody_knows_corridor() {
        holds(knownOnlyBy("corridor"));
    }

    @Test
    void only_corridor_imports_camel() {
        holds(noClasses()
                .that()
                .resideOutsideOfPackage("io.landfall.corridor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.camel..")
                .as("only corridor imports org.apache.camel"));
    }

    @Test
    void every_transaction_has_a_name_and_a_bound() {
        holds(noClasses()
                .that()
                .resideOutsideOfPackage("io.landfall.ledger..")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("TransactionTemplate")
                .as("transactions come from LedgerTransactions, which gives each a name and a timeout"));
    }

    @Test
    void packages_are_free_of_cycles() {
        holds(slices().matching("io.landfall.(*)..").should().beFreeOfCycles());
    }

    @Test
    void no_class_is_named_for_what_could_be_anything() {
        holds(noClasses().should().haveNameMatching(".*(Utils?|Manager|Helper|Impl|D(to|TO)|Service)"));
    }

    @Test
    void no_package_is_named_for_what_could_be_anything() {
        String[] names = Stream.of("util", "utils", "common", "service", "impl", "dto", "manager", "helper")
                .map(name -> "io.landfall.." + name + "..")
                .toArray(String[]::new);
        holds(noClasses().should().resideInAnyPackage(names));
    }

    private static ArchRule knowsOnly(String who, String... whom) {
        return noClasses()
                .that(resideInAPackage(packageOf(who)))
                .should()
                .dependOnClassesThat(resideInAPackage("io.landfall..")
                        .and(not(resideInAPackage(packageOf(who))))
                        .and(not(resideInAnyPackage(packagesOf(whom)))))
                .as(who + " → " + (whom.length == 0 ? "nobody" : String.join(", ", whom)) + " only");
    }

    private static ArchRule knownOnlyBy(String whom, String... by) {
        return classes()
                .that(resideInAPackage(packageOf(whom)))
                .should()
                .onlyHaveDependentClassesThat(resideInAPackage(packageOf(whom)).or(resideInAnyPackage(packagesOf(by))))
                .as(whom + " ← " + (by.length == 0 ? "nobody" : String.join(", ", by)) + " only");
    }

    private static void holds(ArchRule rule) {
        rule.allowEmptyShould(true).check(LANDFALL);
    }

    private static String packageOf(String name) {
        return "io.landfall." + name + "..";
    }

    private static String[] packagesOf(String... names) {
        return Stream.of(names).map(ArchitectureTest::packageOf).toArray(String[]::new);
    }
}
