package io.landfall.stack;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;

/**
 * Maven artifacts with all they need at runtime, from the user's local repository or else from where the user's settings say.
 * Maven's own {@code maven.repo.local} and {@code landfall.maven.settings} (a settings file; both system properties) are heeded:
 * the build hands them on.
 */
final class MavenJars {
    private MavenJars() {}

    /** The files of those artifacts ({@code group:name:version}) and of their runtime dependencies, each version once. */
    static List<Artifact> resolve(List<String> coordinates) {
        List<Dependency> wanted = coordinates.stream()
                .map(DefaultArtifact::new)
                .map(artifact -> new Dependency(artifact, JavaScopes.RUNTIME))
                .toList();
        Progress progress = new Progress();
        ContextOverrides.Builder overrides =
                ContextOverrides.create().withUserSettings(true).transferListener(progress);
        path("maven.repo.local").ifPresent(overrides::withLocalRepositoryOverride);
        path("landfall.maven.settings")
                .filter(settings -> settings.toFile().isFile())
                .ifPresent(overrides::withUserSettingsXmlOverride);
        try (Context maven = Runtimes.INSTANCE.getRuntime().create(overrides.build())) {
            CollectRequest collect = new CollectRequest(wanted, List.of(), maven.remoteRepositories());
            DependencyRequest request =
                    new DependencyRequest(collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
            return maven
                    .repositorySystem()
                    .resolveDependencies(maven.repositorySystemSession(), request)
                    .getArtifactResults()
                    .stream()
                    .map(ArtifactResult::getArtifact)
                    .toList();
        } catch (DependencyResolutionException e) {
            throw new StackException(
                    "Can't get " + coordinates + ": " + e.getMessage()
                            + ". Is the network there, and does the user's Maven settings.xml name the mirror to use?",
                    e);
        } finally {
            progress.done();
        }
    }

    private static Optional<Path> path(String property) {
        return Optional.ofNullable(System.getProperty(property))
                .filter(value -> !value.isBlank())
                .map(File::new)
                .map(File::getAbsoluteFile)
                .map(File::toPath);
    }
}
