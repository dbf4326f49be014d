import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  analyzeDefinitions,
  type Definitions,
  type FunctionDefinition,
  parseFunctions,
  parseHeader,
  parseView,
  SqlError,
  type ViewDefinition,
} from '#googlesql';
import { type ProjectProblem, problemAt } from './problems/problem.ts';
import { ProblemList, ProjectError } from './problems/project-error.ts';
import { readProjectText } from './problems/read-json.ts';
import type { ProjectSettings } from './project-file.ts';
import type { Tables } from './tables.ts';

/** The views and functions of a project. */
export interface ProjectDefinitions {
  readonly definitions: Definitions;
  /** What head comments of views say of their columns, by view and column in lower case. */
  readonly viewColumns: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Reads the files of a project's folders of views and functions, and analyses them by themselves. Rejects with a
 * `ProjectError` that has everything that is wrong with them.
 */
export async function readDefinitions(
  folder: string,
  { folders }: Pick<ProjectSettings, 'folders'>,
  tables: Tables,
): Promise<ProjectDefinitions> {
  const problems = new ProblemList();
  const files = new Map<string, string>();
  const read = async <Part>(file: string, parse: (text: string) => Part) => {
    const text = await problems.collect(() => readProjectText(folder, file));
    if (text === undefined) return undefined;
    files.set(text, file);
    return problems.collect(() => inFile(file, text, () => parse(text)));
  };
  const views: ViewDefinition[] = [];
  const viewColumns = new Map<string, ReadonlyMap<string, string>>();
  for (const file of sqlFiles(folder, folders.views)) {
    const name = file.slice(folders.views.length + 1, -'.sql'.length);
    const view = await read(file, (text) => {
      const header = parseHeader(text);
      const [error] = header.errors;
      if (error) throw error;
      viewColumns.set(name.toLowerCase(), columnTexts(header.columns));
      return parseView(name, text);
    });
    if (view) views.push(view);
  }
  const functions: FunctionDefinition[] = [];
  for (const file of sqlFiles(folder, folders.functions)) {
    functions.push(...((await read(file, parseFunctions)) ?? []));
  }
  const definitions = { functions, views };
  const { errors } = analyzeDefinitions(definitions, tables);
  problems.add(...errors.map((error) => definitionProblem(files, error)));
  problems.throwIfAny();
  return { definitions, viewColumns };
}

function columnTexts(
  columns: readonly { readonly name: string; readonly text?: string }[],
): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap(({ name, text }) =>
      text === undefined ? [] : [[name.toLowerCase(), text] as const],
    ),
  );
}

/** The problem of an error in a view or a function, whose file is found by its text. */
function definitionProblem(files: ReadonlyMap<string, string>, error: SqlError): ProjectProblem {
  const text = error.source?.text ?? '';
  return problemAt(files.get(text) ?? '', text, error.message, error.offset);
}

function inFile<Part>(file: string, text: string, parse: () => Part): Part {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof SqlError)) throw cause;
    throw new ProjectError([problemAt(file, text, cause.message, cause.offset)], { cause });
  }
}

/** The `.sql` files of a folder below a project's, in the order of their names. */
function sqlFiles(folder: string, below: string): readonly string[] {
  if (!existsSync(join(folder, below))) return [];
  return readdirSync(join(folder, below))
    .filter((file) => file.endsWith('.sql') && !file.startsWith('.'))
    .sort()
    .map((file) => `${below}/${file}`);
}
