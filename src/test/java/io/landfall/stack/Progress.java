package io.landfall.stack;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says now and then how far a download of artifacts has come; silent when all of them are in the local repository. */
final class Progress extends AbstractTransferListener {
    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);
    private static final long STEP_MEGABYTES = 10;

    private final AtomicInteger files = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong saidMegabytes = new AtomicLong(-STEP_MEGABYTES);

    @Override
    public void transferProgressed(TransferEvent event) {
        long megabytes = bytes.addAndGet(event.getDataLength()) >> 20;
        long said = saidMegabytes.get();
        if (megabytes >= said + STEP_MEGABYTES && saidMegabytes.compareAndSet(said, megabytes)) {
            LOG.info(
                    "Downloading servers for the local stack (only this once): {} files, {} MB so far; now {}",
                    files.get(),
                    megabytes,
                    event.getResource().getFile().getName());
        }
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
        files.incrementAndGet();
    }

    void done() {
        if (files.get() > 0) {
            LOG.info("Downloaded {} files, {} MB", files.get(), bytes.get() >> 20);
        }
    }
}
