import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from '../../catalog/registry.ts';
import { schemaOf } from '../../graphql/schema/schema.ts';
import type { Project } from '../../project/load-project.ts';
import { schemaFiles, writeSchemaFiles } from '../schema/schema-files.ts';

/** Between the end of a reload and writing: several saves that follow each other are written once. */
const WAIT_MS = 100;

/** What the files are printed of. */
export interface WrittenProject {
  readonly project: Project;
  readonly registry: Registry;
}

/** Writes the files of `schema/` whose texts change in the background, the last ones if there are several. */
export class SchemaWriter {
  readonly #onError: (error: unknown) => void;
  #next: WrittenProject | undefined;
  #writing: Promise<void> | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  write(project: WrittenProject): void {
    this.#next = project;
    this.#writing ??= this.#writeAll()
      .catch(this.#onError)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Resolves once everything is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#next) {
      await sleep(WAIT_MS);
      const { project, registry } = this.#next;
      this.#next = undefined;
      await writeSchemaFiles(project, schemaFiles(registry.endpoints, schemaOf(registry)));
    }
  }
}
