package io.landfall.corridor;

import javax.sql.DataSource;

import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import io.landfall.calls.CallsConfiguration;

/**
 * Where the call log is read: {@code jdbc:callsDataSource} of the routes. The ledger, or a database of your own, which is
 * only read. Known to the routes alone: a second data source among Spring's beans would be taken for the ledger.
 */
@Component
final class CallsDataSource implements CamelContextConfiguration, DisposableBean {
    private static final int CONNECTIONS = 2;
    private static final long GIVE_UP_MILLIS = 5_000;

    private final DataSource source;
    private final @Nullable HikariDataSource own;

    CallsDataSource(CallsConfiguration configuration, DataSource ledger) {
        this.own = configuration.isOwnTable() ? null : connect(configuration.dataSource());
        this.source = own == null ? ledger : own;
    }

    private static HikariDataSource connect(CallsConfiguration.Source where) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("calls");
        config.setJdbcUrl(where.url());
        config.setUsername(where.username());
        config.setPassword(where.password());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setReadOnly(true);
        config.setConnectionTimeout(GIVE_UP_MILLIS);
        // one that is away at the start must not keep us from starting
        config.setInitializationFailTimeout(-1);
        config.addDataSourceProperty("socketTimeout", "30");
        config.addDataSourceProperty("connectTimeout", "5");
        config.addDataSourceProperty("ApplicationName", "landfall-calls");
        return new HikariDataSource(config);
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        context.getRegistry().bind("callsDataSource", source);
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        // nothing to do by then
    }

    @Override
    public void destroy() {
        if (own != null) {
            own.close();
        }
    }
}
