import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { withFileLock } from '../../files/file-lock.ts';
import { makePrivateFolder } from '../../files/private-folder.ts';
import { JsonFault, type JsonPath, parseBySchema, type StrictJson } from '../files/strict-json.ts';
import { readText } from '../files/text-file.ts';
import { KEY_RECORD, type KeyRecord } from './key-record.ts';

/** The endpoint and parameter names that a key may mention. */
export interface KeyScopes {
  readonly endpoints: ReadonlySet<string>;
  /** Parameters of any endpoint. */
  readonly parameters: ReadonlySet<string>;
  /** Why none of the key's endpoints can apply a pin; undefined if one can, or none has the parameter. */
  pinFault?(pin: Pin, endpoints: readonly string[] | undefined): string | undefined;
}

/** A fixed argument of a key. */
export interface Pin {
  readonly name: string;
  readonly value: string;
}

const KEY_FILE = z
  .strictObject({ version: z.literal(1), keys: z.array(KEY_RECORD) })
  .superRefine(({ keys }, context) => {
    for (const member of ['id', 'sha256'] as const) {
      for (const [i, first] of repetitions(keys.map((key) => key[member]))) {
        context.addIssue({
          code: 'custom',
          path: ['keys', i, member],
          message: `is the same as keys[${first}].${member}`,
        });
      }
    }
  });

/**
 * Parses the text of a key file; throws an `Error` with the place and the fault.
 *
 * Any fault refuses the whole file: ignoring a misspelt member, such as `pin` for `pins`, would leave a key with more
 * rights than intended. Names of endpoints and parameters, and values of pins, are checked only if `scopes` is given.
 */
export function parseKeys(text: string, scopes?: KeyScopes): readonly KeyRecord[] {
  return parseBySchema(text, KEY_FILE, ({ keys }, json) => {
    if (scopes) checkScopes(keys, scopes, json);
  }).keys;
}

/** Indices of repeated values, each with the index of the first occurrence. */
function repetitions(values: readonly string[]): readonly (readonly [number, number])[] {
  const first = new Map<string, number>();
  return values.flatMap((value, i) => {
    const before = first.get(value);
    if (before === undefined) first.set(value, i);
    return before === undefined ? [] : [[i, before] as const];
  });
}

function checkScopes(keys: readonly KeyRecord[], scopes: KeyScopes, { lineOf }: StrictJson): void {
  const check = (what: string, name: string, allowed: ReadonlySet<string>, path: JsonPath) => {
    if (allowed.has(name)) return;
    const hint = `there is no ${what} "${name}"; known are ${[...allowed].join(', ')}`;
    throw new JsonFault(hint, path, lineOf(path));
  };
  for (const [i, { endpoints, pins }] of keys.entries()) {
    for (const [j, name] of endpoints?.entries() ?? []) {
      check('endpoint', name, scopes.endpoints, ['keys', i, 'endpoints', j]);
    }
    for (const [name, value] of Object.entries(pins)) {
      const path = ['keys', i, 'pins', name];
      check('argument', name, scopes.parameters, path);
      const fault = scopes.pinFault?.({ name, value }, endpoints);
      if (fault !== undefined) throw new JsonFault(fault, path, lineOf(path));
    }
  }
}

/** The keys in a key file; undefined if the file does not exist. */
export async function readKeys(file: string): Promise<readonly KeyRecord[] | undefined> {
  try {
    const text = await readText(file);
    return text === undefined ? undefined : parseKeys(text);
  } catch (cause) {
    throw new Error(`Cannot read the keys in "${file}": ${(cause as Error).message}`, { cause });
  }
}

/**
 * Replaces the keys of a file by the result of `change`, one change at a time across processes.
 *
 * The replacement is atomic for readers. If `change` returns undefined, the file is not written.
 */
export async function changeKeys(
  file: string,
  change: (keys: readonly KeyRecord[] | undefined) => readonly KeyRecord[] | undefined,
): Promise<void> {
  await makePrivateFolder(dirname(file));
  await withFileLock(`${file}.lock`, async () => {
    const keys = change(await readKeys(file));
    if (keys) await replaceFile(file, `${JSON.stringify({ version: 1, keys }, undefined, 2)}\n`);
  });
}

async function replaceFile(file: string, text: string): Promise<void> {
  // Follows a symbolic link, so that the target is replaced and not the link.
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // Flushed: after a power failure a renamed file that was not could be empty.
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
