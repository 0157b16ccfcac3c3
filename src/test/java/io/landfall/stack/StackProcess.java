package io.landfall.stack;

import java.nio.file.Path;

/** A process of its own that starts a stack, marks its data, freezes one server, tells the pids of all, and waits to be killed. */
final class StackProcess {
    private StackProcess() {}

    public static void main(String[] args) throws Exception {
        LocalStack stack = LocalStack.start(StackOptions.tests().withData(Path.of(args[0]), true));
        new Marks(stack).put(args[1]);
        stack.elasticsearch().freeze();
        System.out.println("PIDS " + stack.kafka().pid() + " "
                + stack.elasticsearch().pid() + " " + stack.postgres().pid());
        System.in.read();
    }
}
