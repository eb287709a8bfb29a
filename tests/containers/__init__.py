"""The containers of ``docker-compose.yml``, built and run by podman."""
