/** What watches Landfall from outside: the files under {@code ops/}, tried with the real Prometheus and Alertmanager. */
package io.landfall.monitoring;
