# ./mvnw -DskipTests package && docker build -t landfall:0.1.0-SNAPSHOT .
# The jar is built outside: an image is made of the very file that was tested, and the engine downloads nothing but the JRE.
ARG VERSION=0.1.0-SNAPSHOT

FROM eclipse-temurin:17.0.20.1_1-jre-noble AS layers
ARG VERSION
WORKDIR /layers
COPY target/landfall-${VERSION}.jar landfall.jar
RUN java -Djarmode=tools -jar landfall.jar extract --layers --destination extracted

FROM eclipse-temurin:17.0.20.1_1-jre-noble AS product
ARG VERSION
LABEL org.opencontainers.image.title="Landfall" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /landfall
# what changes rarely comes first: a new release sends its last layers only
COPY --from=layers /layers/extracted/dependencies/ ./
COPY --from=layers /layers/extracted/spring-boot-loader/ ./
COPY --from=layers /layers/extracted/snapshot-dependencies/ ./
COPY --from=layers /layers/extracted/application/ ./
COPY ops/image/healthy ./
COPY ops/image/archive ./
COPY routes/ routes/
# Reached from outside, so LANDFALL_ADMIN_PASSWORD must be set. The heap is half of the container's memory.
ENV SERVER_ADDRESS=0.0.0.0 \
    JDK_JAVA_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+ExitOnOutOfMemoryError"
# a quarter less to do for each start
RUN sh archive
EXPOSE 8080
# All is root's: Landfall can change nothing here. What its libraries unpack goes to /tmp, which must allow execution.
USER 10001:10001
STOPSIGNAL SIGTERM
# liveness: some engines end what is unhealthy, and a server that is away is no reason for that
HEALTHCHECK --interval=15s --timeout=6s --start-period=2m --retries=4 CMD ["bash", "healthy", "liveness"]
ENTRYPOINT ["java", "-XX:SharedArchiveFile=landfall.jsa", "-jar", "landfall.jar"]

# docker build --target simulator: traffic for a trial
FROM product AS simulator
ARG VERSION
COPY target/landfall-${VERSION}-simulator.jar simulator.jar
HEALTHCHECK NONE
ENTRYPOINT ["java", "-cp", "landfall.jar:simulator.jar", "io.landfall.simulator.Simulator"]

# what is built when no target is named
FROM product AS landfall
