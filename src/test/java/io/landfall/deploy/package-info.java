/** How Landfall is shipped: its image, the compose file, the manifests for Kubernetes and what its jar is made of. No container engine is asked. */
package io.landfall.deploy;
