package io.landfall.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeadLetterReasonsTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9-]+)` \\| .*\\|$", Pattern.MULTILINE);

    @Test
    void readme_explains_every_reason() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String section = readme.substring(readme.indexOf("## Dead letters"));
        String table = section.substring(0, section.indexOf("\n## "));
        assertThat(ROW.matcher(table).results().map((MatchResult row) -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(DeadLetterReasons.ALL);
    }
}
