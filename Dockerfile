# Custos in a container:  docker build -t custos . && docker run --rm -v "$PWD:/work" custos check model.pml
# Packages are those of scripts/bootstrap, by the names that this release has.
ARG RELEASE=bookworm
FROM debian:${RELEASE}-slim AS build
WORKDIR /custos
COPY scripts/bootstrap scripts/llvm scripts/
RUN apt-get update -qq && scripts/bootstrap build
COPY . .
RUN make -j2 all >/dev/null && make install DESTDIR=/installed PREFIX=/usr >/dev/null

FROM debian:${RELEASE}-slim
WORKDIR /tmp/custos
COPY scripts/bootstrap scripts/llvm scripts/
RUN apt-get update -qq && scripts/bootstrap run && rm -rf /var/lib/apt/lists/* /tmp/custos
COPY --from=build /installed/ /
RUN useradd -m custos
USER custos
WORKDIR /work
ENTRYPOINT ["custos"]
