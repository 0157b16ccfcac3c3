-- What the planner believes of the waiting rows must not be older than a burst of them.
alter table outbox set (autovacuum_analyze_threshold = 2000);
