package io.landfall;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.elasticsearch.ElasticsearchRestClientAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Landfall: AI task results land in Elasticsearch, in order, once, and provably. */
// Boot's own client would sniff for the cluster's inner addresses, and be a second one for Camel to choose from
@SpringBootApplication(exclude = ElasticsearchRestClientAutoConfiguration.class)
@ConfigurationPropertiesScan
public class Landfall {
    public static void main(String[] args) {
        SpringApplication.run(Landfall.class, args);
    }
}
