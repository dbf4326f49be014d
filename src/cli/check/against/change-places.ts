import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHeader, parseStatement } from '#googlesql';
import type { SettingName, Subject } from '../../../contract/change.ts';
import type { Endpoint } from '../../../endpoint/endpoint.ts';
import { columnPlaces } from '../../../project/completion/column-places.ts';
import { sameName } from '../../../project/completion/same-name.ts';
import type { Project } from '../../../project/load-project.ts';
import { memberOffset } from '../../../project/problems/member-place.ts';
import { problemAt } from '../../../project/problems/problem.ts';
import { openProjectFile, PROJECT_FILE } from '../../../project/project-file.ts';
import { attempt } from '../../../values/attempt.ts';
import { schemaPath } from '../../schema/schema-files.ts';

/** Where a reviewer looks: a file below the project's folder, and a line from 1. */
export interface ChangePlace {
  readonly file: string;
  readonly line: number;
}

/** Finds the places of what has changed in a project. */
export class ChangePlaces {
  readonly #project: Project;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  constructor(project: Project) {
    this.#project = project;
    this.#endpoints = new Map(project.endpoints.map((one) => [one.name, one]));
  }

  /** What is gone has no place of its own: that of what is left around it. */
  of(name: string, subject: Subject): ChangePlace {
    const endpoint = this.#endpoints.get(name);
    if (!endpoint || subject.part === 'contract') {
      return { file: schemaPath(this.#project, 'contract.json').replaceAll('\\', '/'), line: 1 };
    }
    if (subject.part === 'tenant') return this.#tenant(subject.table);
    if (subject.part === 'setting') return this.#setting(endpoint, subject.name);
    if (subject.part === 'endpoint') return { file: endpoint.file, line: 1 };
    return (
      this.#declared(endpoint, [`${subject.part}s`, subject.name]) ??
      inSql(endpoint, partOffset(endpoint, subject.part, subject.name))
    );
  }

  #tenant(table: string | undefined): ChangePlace {
    const path = table === undefined ? ['tenant'] : ['tables', table, 'tenant'];
    return this.#inProjectFile(path);
  }

  #inProjectFile(path: readonly string[]): ChangePlace {
    const { line } = openProjectFile(this.#project.folder).problem([...path], '');
    return { file: PROJECT_FILE, line };
  }

  /** Its tag, its member in `endpoint.ts`, or the project's default. */
  #setting(endpoint: Endpoint, name: SettingName): ChangePlace {
    const header = parseHeader(endpoint.sql);
    const tag =
      name === 'returns' ? header.returnsOne : name === 'shape' ? undefined : header[name];
    if (tag) return inSql(endpoint, tag.offset);
    const declared = this.#declared(endpoint, DECLARED[name] ?? [name]);
    if (declared) return declared;
    return hasDefault(this.#project.folder, name)
      ? this.#inProjectFile(['defaults', name])
      : { file: endpoint.file, line: 1 };
  }

  /** Where `endpoint.ts` names a member of what it declares. */
  #declared({ file }: Endpoint, path: readonly string[]): ChangePlace | undefined {
    const spec = file.replace(/[^/]+$/, 'endpoint.ts');
    const full = join(this.#project.folder, spec);
    if (!file.endsWith('/query.sql') || !existsSync(full)) return undefined;
    const text = readFileSync(full, 'utf8');
    const offset = memberOffset(text, path);
    // It may be that of a member around it.
    if (
      !text
        .slice(offset)
        .replace(/^['"]/, '')
        .startsWith(path.at(-1) ?? '')
    )
      return undefined;
    return { file: spec, line: problemAt(spec, text, '', offset).line };
  }
}

/** Where `endpoint.ts` has settings that are not members of their own name. */
const DECLARED: Partial<Readonly<Record<SettingName, readonly string[]>>> = {
  cache: ['settings', 'cacheSeconds'],
  maxBytes: ['settings', 'maxBytesBilled'],
  maxRows: ['settings', 'maxRows'],
  redact: ['settings', 'redactPii'],
  sandbox: ['settings', 'sandbox'],
  shape: ['settings', 'shape'],
  warm: ['settings', 'warmSeconds'],
};

function hasDefault(folder: string, name: string): boolean {
  const text = readFileSync(join(folder, PROJECT_FILE), 'utf8');
  const { defaults = {} } = JSON.parse(text) as { readonly defaults?: object };
  return Object.hasOwn(defaults, name);
}

function inSql({ file, sql }: Endpoint, offset: number): ChangePlace {
  return { file, line: problemAt(file, sql, '', offset).line };
}

/** The place in an endpoint's SQL of a part of it; of the statement where the part is gone. */
function partOffset(
  endpoint: Endpoint,
  part: 'parameter' | 'column' | 'view',
  name: string,
): number {
  const { sql } = endpoint;
  const header = parseHeader(sql);
  // A text of BigQuery's own is not compiled here.
  const query = attempt(() => parseStatement(sql).query);
  const found = {
    parameter: () =>
      header.parameters.find((tag) => sameName(tag.name, name))?.offset ??
      useOffset(sql, header.end, name),
    column: () => {
      const index = endpoint.columns.findIndex((column) => column.name === name);
      return query && columnPlaces(query, endpoint.columns.length)[index]?.at;
    },
    view: () => query?.with?.ctes.find((cte) => sameName(cte.name.name, name))?.name.at,
  };
  return found[part]() ?? header.end;
}

function useOffset(sql: string, from: number, name: string): number | undefined {
  const at = sql.slice(from).search(new RegExp(`@${RegExp.escape(name)}\\b`, 'i'));
  return at < 0 ? undefined : from + at;
}
