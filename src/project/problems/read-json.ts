import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type JsonFault,
  type JsonPath,
  readBySchema,
  type StrictJson,
} from '../../auth/files/strict-json.ts';
import { decodeText } from '../../auth/files/text-file.ts';
import { readFault } from '../../files/read-fault.ts';
import { type ProjectProblem, problemAt, problemOf } from './problem.ts';
import { ProjectError } from './project-error.ts';

/** A JSON file of a project. */
export interface ProjectJson<Value> {
  readonly value: Value;
  /** A problem at the member or element at a path, or at the nearest enclosing one. */
  problem(path: JsonPath, message: string): ProjectProblem;
  /** The text of the file. */
  readonly text: string;
  /** Where the value at a path begins and ends in the text, in UTF-16 code units; undefined if there is none. */
  rangeOf: StrictJson['rangeOf'];
}

/**
 * Reads a JSON file by a schema; throws a `ProjectError` with everything that is wrong with it. `file` is its path below
 * the project's folder, with slashes.
 */
export function readProjectJson<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): ProjectJson<z.output<Schema>> {
  const text = readProjectText(folder, file);
  const reading = readBySchema(text, schema);
  if (reading.faults) throw new ProjectError(faultProblems(file, text, reading.faults));
  return projectJson(file, text, reading.json, reading.value);
}

/**
 * Reads a JSON object as `readProjectJson` does, but goes on with those of its members that are right, so that more can be
 * said of them; throws a `ProjectError` if the file has no object.
 */
export function readProjectMembers<Schema extends z.ZodObject>(
  folder: string,
  file: string,
  schema: Schema,
): {
  readonly json: ProjectJson<z.output<Schema>>;
  readonly problems: readonly ProjectProblem[];
} {
  const text = readProjectText(folder, file);
  const reading = readBySchema(text, schema);
  if (!reading.faults) {
    return { json: projectJson(file, text, reading.json, reading.value), problems: [] };
  }
  const { faults, json } = reading;
  const problems = faultProblems(file, text, faults);
  const wrong = wrongMembers(schema.safeParse(json?.value).error);
  if (!json || wrong.has(undefined)) throw new ProjectError(problems);
  const members = Object.entries(json.value as object).filter(([name]) => !wrong.has(name));
  const value = schema.parse(Object.fromEntries(members));
  return { json: projectJson(file, text, json, value), problems };
}

/** The members of an object that a schema refuses; undefined among them if it is no object. */
function wrongMembers(error: z.ZodError | undefined): ReadonlySet<PropertyKey | undefined> {
  const issues = error?.issues ?? [];
  return new Set(
    issues.flatMap((issue): readonly (PropertyKey | undefined)[] =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path[0]],
    ),
  );
}

function projectJson<Value>(
  file: string,
  text: string,
  json: StrictJson,
  value: Value,
): ProjectJson<Value> {
  return {
    value,
    text,
    rangeOf: json.rangeOf,
    problem: (path, message) => memberProblem(file, text, json, path, message),
  };
}

/** In the order of their places. */
function faultProblems(
  file: string,
  text: string,
  faults: readonly JsonFault[],
): readonly ProjectProblem[] {
  return faults
    .toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
    .map((fault) => faultProblem(file, text, fault));
}

/** The text of a file of a project; throws a `ProjectError` if it cannot be read, or is not UTF-8. */
export function readProjectText(folder: string, file: string): string {
  try {
    return decodeText(readFileSync(join(folder, file)));
  } catch (cause) {
    const problem = problemOf(file, `Cannot read the file: ${readFault(cause)}`);
    throw new ProjectError([problem], { cause });
  }
}

/** As `readProjectText`, of a file of SQL, without the byte order mark that some editors write. */
export function readSqlText(folder: string, file: string): string {
  return readProjectText(folder, file).replace(/^\uFEFF/, '');
}

function faultProblem(file: string, text: string, fault: JsonFault): ProjectProblem {
  return problemAt(file, text, placed(fault.path, fault.message), fault.offset);
}

function memberProblem(
  file: string,
  text: string,
  json: StrictJson,
  path: JsonPath,
  message: string,
): ProjectProblem {
  return problemAt(file, text, placed(path, message), json.offsetOf(path));
}

function placed(path: JsonPath, message: string): string {
  return path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`;
}
