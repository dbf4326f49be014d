import { systemClock as clock } from '../async/system-clock.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import { Registry } from '../catalog/registry.ts';
import type { OpenEngine } from '../engines/opening/engine-settings.ts';
import { versionIn } from '../execution/plan.ts';
import type { Served } from '../execution/served.ts';
import { schemaOf } from '../graphql/schema/schema.ts';
import type { Project } from '../project/load-project.ts';
import type { DataLayer } from './data-layer.ts';

/** A project as it is served. */
export interface ServedProject extends Served {
  readonly project: Project;
  readonly layer: DataLayer;
}

/** Options of `Serving`. */
export interface ServingOptions {
  readonly project: Project;
  readonly registry: Registry;
  readonly layer: DataLayer;
  /** Assembles what answers requests over another engine. */
  readonly layerOver: (opened: OpenEngine) => DataLayer;
}

/** The project that is served now. It is replaced as a whole: requests that have begun finish on the one before. */
export class Serving {
  readonly #layerOver: ServingOptions['layerOver'];
  #current: ServedProject;
  #number = 0;

  constructor({ layer, layerOver, project, registry }: ServingOptions) {
    this.#layerOver = layerOver;
    this.#current = { project, registry, runner: layer.runner, layer };
    layer.pipeline.warmer.start();
  }

  get current(): ServedProject {
    return this.#current;
  }

  /** What the server asks of the engine and the cache. */
  state(staleIfErrorSeconds: number) {
    const layer = () => this.#current.layer;
    const staleFor = BigInt(staleIfErrorSeconds) * 1_000_000n;
    return {
      checkReady: () => layer().engine.check(),
      hasCachedResults: () => layer().pipeline.cache.hasSince(clock() - staleFor),
      dataVersion: () => `${this.#number} ${layer().engine.dataVersion?.()}`,
    };
  }

  /** What metrics read of the engine and the pipeline. */
  usage() {
    const layer = () => this.#current.layer;
    const { damagedFiles } = layer().opened;
    return {
      engineUsage: () => layer().engine.usage(),
      cacheUsage: () => layer().pipeline.usage.cacheUsage(),
      warmingUsage: () => layer().pipeline.usage.warmingUsage(),
      redactionUsage: () => layer().pipeline.usage.redactionUsage(),
      damagedFiles: damagedFiles && (() => layer().opened.damagedFiles?.() ?? 0),
    };
  }

  /** Ends warming; the engine is closed by whoever opened it. */
  close(): void {
    this.#current.layer.pipeline.warmer.stop();
  }

  /**
   * Serves another project from now on, whose endpoints are these, also called by the aliases. Rejects, and changes
   * nothing, if they cannot be served together.
   */
  async replace(
    project: Project,
    endpoints: readonly PreparedEndpoint[],
    aliases: Readonly<Record<string, string>> | undefined,
  ): Promise<void> {
    const before = this.#current.layer;
    const registry = new Registry(endpoints, aliases);
    // Whoever asks first would wait for it, and what is wrong with it would be too late.
    schemaOf(registry);
    const layer = before.opened.isOver(project)
      ? before
      : this.#layerOver(await before.opened.over(project));
    this.#current = { project, registry, runner: layer.runner, layer };
    this.#number += 1;
    if (layer === before) {
      const versions = new Set(endpoints.map(({ version }) => version));
      layer.pipeline.cache.retain((identity) => versions.has(versionIn(identity) ?? ''));
      return;
    }
    before.pipeline.warmer.stop();
    before.opened.retire();
    layer.pipeline.warmer.start();
  }
}
