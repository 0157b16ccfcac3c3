package io.landfall;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Landfall: AI task results land in Elasticsearch, in order, once, and provably. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class Landfall {
    public static void main(String[] args) {
        SpringApplication.run(Landfall.class, args);
    }
}
