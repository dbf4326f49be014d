import { numberedRecords } from '../text/line-numbers.ts';
import { type Form, stringForm } from './forms.ts';
import type { Observed } from './observed.ts';

/** Observes all lines of a file of newline-delimited JSON; throws an `Error` that names the line of a bad one. */
export async function observeJson(path: string, rows: Observed): Promise<void> {
  for await (const { line, text } of numberedRecords(path, undefined)) {
    const value = parseLine(line, text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error(`line ${line}: must be an object`);
    }
    observe(value, rows);
  }
}

/** Numbers of so many digits, and others that are not read as they are written. */
const MAYBE_INEXACT = /[0-9][0-9.]{15}|[0-9][.eE]/;

function parseLine(line: number, text: string): unknown {
  try {
    return MAYBE_INEXACT.test(text) ? JSON.parse(text, markNumber) : JSON.parse(text);
  } catch (error) {
    throw new Error(`line ${line}: is no JSON`, { cause: error });
  }
}

/** The form of a number, in its place. */
class NumberForm {
  readonly form: Form;

  constructor(form: Form) {
    this.form = form;
  }
}

function markNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  if (!/^-?[0-9]+$/.test(source)) return new NumberForm('float');
  return new NumberForm(Number.isSafeInteger(value) ? 'int' : 'wide');
}

function observe(value: unknown, into: Observed): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    into.forms.add('array');
    for (const item of value) observe(item, into.element());
    return;
  }
  if (typeof value !== 'object' || value instanceof NumberForm) {
    into.forms.add(scalarForm(value));
    return;
  }
  into.forms.add('object');
  for (const [name, member] of Object.entries(value)) {
    if (name !== '') observe(member, into.field(name));
  }
}

function scalarForm(value: unknown): Form {
  if (value instanceof NumberForm) return value.form;
  if (typeof value === 'string') return stringForm(value);
  // Of a line without points and exponents.
  return typeof value === 'boolean' ? 'bool' : 'int';
}
