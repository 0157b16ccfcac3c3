package io.landfall.stack;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StackIT {
    @Test
    void the_three_servers_answer() {
        LocalStack stack = SharedStack.get();

        assertThat(stack.kafka().isRunning()).isTrue();
        assertThat(stack.elasticsearch().isRunning()).isTrue();
        assertThat(stack.postgres().isRunning()).isTrue();
    }
}
