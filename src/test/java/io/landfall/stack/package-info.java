/**
 * Real servers for tests and the demo: Kafka, Elasticsearch and PostgreSQL as child processes from Maven artifacts; no product
 * code, no topics, no tables and no documents here.
 */
@NullMarked
package io.landfall.stack;

import org.jspecify.annotations.NullMarked;
