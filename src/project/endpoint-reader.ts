import { SqlError } from '#googlesql';
import { checkSpec } from '../endpoint/check-spec.ts';
import type { Endpoint, EndpointSource } from '../endpoint/endpoint.ts';
import type { EndpointDeclaration, EndpointSettings } from '../endpoint/endpoint-spec.ts';
import { specPath } from '../endpoint/spec-error.ts';
import { messageOf } from '../errors.ts';
import { completeEndpoint } from './completion/complete-endpoint.ts';
import { type ForeignContext, inferForeign } from './completion/infer-foreign.ts';
import type { ProjectDefinitions } from './definitions.ts';
import { type EndpointProblem, type EndpointText, sqlProblem } from './endpoint-files.ts';
import type { PartCache } from './part-cache.ts';
import { memberOffset } from './problems/member-place.ts';
import { type ProjectProblem, problemAt, problemOf } from './problems/problem.ts';
import { type Named, ReadableNames } from './readable-names.ts';
import type { ProjectTable } from './tables/tables.ts';

/** What the endpoints of a project are read with. */
export interface EndpointParts {
  readonly tables: ReadonlyMap<string, ProjectTable>;
  readonly definitions: ProjectDefinitions;
  /** Settings of endpoints that say nothing else. */
  readonly defaults: EndpointSettings;
  /** The names of tables, views and functions of which nothing can be used. */
  readonly unusable: readonly string[];
  readonly foreign: ForeignContext;
  readonly cache: PartCache;
}

/** An endpoint, or what is wrong with it. */
export interface EndpointReading {
  readonly endpoint?: Endpoint;
  readonly problem?: EndpointProblem;
}

/** Reads endpoints by their texts; those whose texts, and all that they may read, are the same stay the same. */
export class EndpointReader {
  readonly #parts: EndpointParts;
  readonly #names: ReadableNames;
  readonly #unusable: ReadableNames;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#names = new ReadableNames(namesOf(parts));
    this.#unusable = new ReadableNames(parts.unusable.map((name) => ({ name, value: name })));
  }

  async read(text: EndpointText): Promise<EndpointReading> {
    const { cache, defaults, foreign } = this.#parts;
    const { file, name, spec, sql } = text;
    const read = this.#names.in(sql).map(({ value }) => value);
    const contract = JSON.stringify(foreign.contracts.get(name));
    const code = [spec?.value, spec?.codeVersion];
    const inputs = [file, sql, ...code, JSON.stringify(defaults), contract, ...read];
    try {
      const endpoint = cache.get(`endpoint ${name}`, inputs, () => this.#complete(text));
      return { endpoint: await endpoint };
    } catch (error) {
      return { problem: this.#problem(text, error) };
    }
  }

  async #complete(text: EndpointText): Promise<Endpoint> {
    const { defaults, definitions, foreign, tables } = this.#parts;
    const source = sourceOf(text);
    const inferred = source.header.engine ? await inferForeign(source, foreign) : undefined;
    return completeEndpoint(source, { ...definitions, tables, defaults }, inferred);
  }

  #problem({ file, name: endpoint, spec, sql }: EndpointText, error: unknown): EndpointProblem {
    const [wrong] = this.#unusable.in(sql);
    if (wrong) {
      // Where that is, is said of what is wrong; a place here may be one in its text.
      const message = `It reads "${wrong.name}", which has a mistake: ${messageOf(error)}`;
      return { ...problemAt(file, sql, message), endpoint, isConsequence: true };
    }
    const problem =
      error instanceof SqlError
        ? sqlProblem({ file, sql }, error)
        : declarationProblem(spec, error, file);
    return { ...problem, endpoint };
  }
}

/** The problem of an error in what `endpoint.ts` says; `file` is that of the SQL, which is all where there is none. */
function declarationProblem(
  spec: EndpointText['spec'],
  error: unknown,
  file: string,
): ProjectProblem {
  const message = messageOf(error);
  if (!spec) return problemOf(file, message);
  return problemAt(spec.file, spec.text, message, memberOffset(spec.text, specPath(error) ?? []));
}

function sourceOf({ spec, ...text }: EndpointText): EndpointSource {
  const declaration = (spec?.value ?? {}) as EndpointDeclaration;
  checkSpec(declaration);
  return { ...text, declaration, codeVersion: spec?.codeVersion };
}

function namesOf({ definitions, tables }: EndpointParts): readonly Named[] {
  const files = [...definitions.files.values()];
  return [
    ...[...tables].map(([name, value]) => ({ name, value })),
    ...files.flatMap((file) =>
      [...file.functions, ...(file.view ? [file.view] : [])].map(({ name }) => {
        return { name, text: file.text, value: file };
      }),
    ),
  ];
}
