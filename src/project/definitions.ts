import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
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
import type { PartCache } from './part-cache.ts';
import { type ProjectProblem, problemAt } from './problems/problem.ts';
import { ProblemList, ProjectError } from './problems/project-error.ts';
import { readSqlText } from './problems/read-json.ts';
import type { ProjectSettings } from './project-file.ts';
import { ReadableNames } from './readable-names.ts';
import type { Tables } from './tables/tables.ts';

/** What a file of views or functions defines. */
interface DefinitionFile {
  readonly file: string;
  readonly text: string;
  readonly functions: readonly FunctionDefinition[];
  readonly view?: ViewDefinition;
  /** What the head comment of a view says of its columns, by column in lower case. */
  readonly viewColumns?: ReadonlyMap<string, string>;
}

/** The views and functions of a project. */
export interface ProjectDefinitions {
  readonly definitions: Definitions;
  /** What head comments of views say of their columns, by view and column in lower case. */
  readonly viewColumns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Those that are used, by their paths below the project's folder. */
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** Whatever is wrong with the files, those included of which an earlier text is used. */
  readonly problems: readonly ProjectProblem[];
  /** The names of what nothing can be used of. */
  readonly unusable: readonly string[];
}

/** How a project's files are read. */
export interface DefinitionOptions {
  readonly cache: PartCache;
  /** An earlier reading; of a file that is wrong now, what was right then is used. */
  readonly before?: Pick<ProjectDefinitions, 'files'> | undefined;
  /** The names of tables of which nothing can be used: what reads them is not wrong itself. */
  readonly unusable?: readonly string[];
}

/** Reads the files of a project's folders of views and functions, and analyses them by themselves. */
export async function readDefinitions(
  folder: string,
  { folders }: Pick<ProjectSettings, 'folders'>,
  tables: Tables,
  { before, cache, unusable: missing = [] }: DefinitionOptions,
): Promise<ProjectDefinitions> {
  const problems = new ProblemList();
  const files = new Map<string, DefinitionFile>();
  const unusable: string[] = [];
  const read = async (file: string, parse: (file: string, text: string) => DefinitionFile) => {
    const right = await problems.collect(() => {
      const text = readSqlText(folder, file);
      return cache.get(`definitions ${file}`, [text], () =>
        inFile(file, text, () => parse(file, text)),
      );
    });
    const used = right ?? before?.files.get(file);
    if (used) files.set(file, used);
    else unusable.push(...namesIn(folder, file));
  };
  for (const file of sqlFiles(folder, folders.views)) await read(file, readView);
  for (const file of sqlFiles(folder, folders.functions)) {
    await read(file, (path, text) => ({ file: path, text, functions: parseFunctions(text) }));
  }
  const errors = cache.get('errors', [...files.values(), ...tables.values()], () =>
    errorsOf(files, tables),
  );
  const absent = [...missing, ...unusable].map((name) => ({ name, value: name }));
  const names = new ReadableNames(absent);
  const causes = errors.filter(({ source }) => names.in(source?.text ?? '').length === 0);
  problems.add(...causes.map((error) => definitionProblem(files, error)));
  for (const error of errors) {
    const file = fileOf(files, error);
    const earlier = file && before?.files.get(file.file);
    if (earlier && earlier !== file) files.set(file.file, earlier);
    else unusable.push(error.source?.name ?? '');
  }
  return { ...joined(files), files, problems: problems.all, unusable };
}

/** What a file that cannot be read as SQL seems to define. */
function namesIn(folder: string, file: string): readonly string[] {
  try {
    const text = readSqlText(folder, file);
    const functions = text.matchAll(/\bFUNCTION\s+([\p{L}\p{N}_.`]+)/giu);
    return [basename(file, '.sql'), ...[...functions].map(([, name = '']) => name)];
  } catch {
    return [basename(file, '.sql')];
  }
}

function readView(file: string, text: string): DefinitionFile {
  const name = basename(file, '.sql');
  const header = parseHeader(text);
  const [error] = header.errors;
  if (error) throw error;
  const view = parseView(name, text);
  return { file, text, functions: [], view, viewColumns: columnTexts(header.columns) };
}

function joined(files: ReadonlyMap<string, DefinitionFile>) {
  const all = [...files.values()];
  const definitions = {
    functions: all.flatMap(({ functions }) => functions),
    views: all.flatMap(({ view }) => view ?? []),
  };
  const viewColumns = new Map(
    all.flatMap(({ view, viewColumns: columns }) =>
      view && columns ? [[view.name.toLowerCase(), columns] as const] : [],
    ),
  );
  return { definitions, viewColumns };
}

function errorsOf(files: ReadonlyMap<string, DefinitionFile>, tables: Tables): readonly SqlError[] {
  return analyzeDefinitions(joined(files).definitions, tables).errors;
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

/** The file of an error in a view or a function: others may have the same text, or the same name. */
function fileOf(files: ReadonlyMap<string, DefinitionFile>, { source }: SqlError) {
  return [...files.values()].find(({ functions, text, view }) => {
    const defined = source?.kind === 'view' ? [view] : functions;
    return text === source?.text && defined.some((one) => one?.name === source.name);
  });
}

function definitionProblem(
  files: ReadonlyMap<string, DefinitionFile>,
  error: SqlError,
): ProjectProblem {
  const { file = '', text = '' } = fileOf(files, error) ?? {};
  return problemAt(file, text, error.message, error.offset);
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
