import type { OutputColumn, Row, Type, Value } from '#googlesql';
import { jsonText } from '../../values/json.ts';
import { spacedJson } from '../update-case.ts';

/** The members of a case's file, of which those that are undefined are left out. */
export interface WrittenCase {
  readonly note: readonly string[];
  readonly now: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly pins: Readonly<Record<string, string>>;
  readonly sql: string | undefined;
  readonly orderBy: string | undefined;
  readonly limit: number | undefined;
  readonly ordered: boolean | undefined;
  readonly tolerance: number | undefined;
}

/** The text of a case, with a row of its tables a line; `expected` is the text of its `rows` or its `error`. */
export function caseText(
  said: WrittenCase,
  tables: readonly {
    readonly name: string;
    readonly columns: readonly OutputColumn[];
    readonly rows: readonly Row[];
  }[],
  expected: string,
): string {
  const members = Object.entries(said).flatMap(([name, value]) =>
    value === undefined || isEmptyObject(name, value)
      ? []
      : [`${JSON.stringify(name)}: ${memberText(value)}`],
  );
  const written = tables.map(({ columns, name, rows }) => {
    const lines = rows.map((row) => `      ${briefRow(row, columns)}`);
    const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n    ]`;
    return `    ${JSON.stringify(name)}: ${list}`;
  });
  const all = written.length === 0 ? '{}' : `{\n${written.join(',\n')}\n  }`;
  return `{\n${[...members, `"tables": ${all}`, expected].map((text) => `  ${text}`).join(',\n')}\n}\n`;
}

/** Arguments are always written, pins only where there are some. */
function isEmptyObject(name: string, value: object | string | number | boolean): boolean {
  return name === 'pins' && Object.keys(value).length === 0;
}

function memberText(value: unknown): string {
  if (!Array.isArray(value)) return spacedJson(JSON.stringify(value));
  return `[\n${value.map((line) => `    ${JSON.stringify(line)}`).join(',\n')}\n  ]`;
}

/** A row without its NULLs and empty arrays, at any depth. */
function briefRow(row: Row, columns: readonly OutputColumn[]): string {
  return spacedJson(brief(row, { kind: 'STRUCT', fields: columns }));
}

function brief(value: Value, type: Type): string {
  if (type.kind === 'ARRAY') {
    const items = (value ?? []) as readonly Value[]; // As the type says.
    return `[${items.map((item) => brief(item, type.element)).join(',')}]`;
  }
  if (type.kind === 'STRUCT' && value !== null) {
    const values = value as readonly Value[]; // As the type says.
    const members = type.fields.flatMap(({ name, type: own }, i) => {
      const member = values[i] ?? null;
      const isAbsent = member === null || (own.kind === 'ARRAY' && isEmpty(member));
      return isAbsent ? [] : [`${JSON.stringify(name)}:${brief(member, own)}`];
    });
    return `{${members.join(',')}}`;
  }
  // Answers have null for it, and tables need not.
  if (type.kind === 'FLOAT64' && typeof value === 'number' && !Number.isFinite(value)) {
    return JSON.stringify(String(value));
  }
  return jsonText(type)(value);
}

function isEmpty(value: Value): boolean {
  return Array.isArray(value) && value.length === 0;
}
