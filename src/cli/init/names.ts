import {
  camelCase,
  columnFaults,
  endpointNameFault,
  parameterFaults,
  upperSnakeCase,
} from '../../project/names.ts';

/** Letters that Unicode does not decompose into an ASCII letter and marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A name with its words in ASCII and `_` between; empty if it has no ASCII letter or digit. */
function plainName(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter.toLowerCase()] ?? letter);
  return (ascii.match(/[A-Za-z0-9]+/g) ?? []).join('_');
}

/** The name if it is free, else the first of `name_2`, `name_3` … that is. */
function firstFree(name: string, isFree: (candidate: string) => boolean): string {
  let candidate = name;
  for (let number = 2; !isFree(candidate); number += 1) candidate = `${name}_${number}`;
  return candidate;
}

/** Names of tables for the names of files, in their order; no two are the same. */
export function tableNames(files: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const plain = plainName(file).toLowerCase() || 'table';
    const name = firstFree(/^\d/.test(plain) ? `table_${plain}` : plain, (one) => !taken.has(one));
    taken.add(name);
    return name;
  });
}

/** Names of endpoints for the names of tables, in their order; no two give the same GraphQL field. */
export function endpointNames(tables: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return tables.map((table) => {
    const plain = plainName(table).toLowerCase() || 'table';
    const named = /^\d/.test(plain) ? `table_${plain}` : plain;
    const name = endpointNameFault(named) === undefined ? named : `${named}.all`;
    const free = firstFree(name, (one) => !taken.has(camelCase(one)));
    taken.add(camelCase(free));
    return free;
  });
}

/** Arguments that every field has. */
const SHAPE = ['limit', 'order_by'];

/** Names of parameters for the names of columns, in their order, beside those of others. */
export function parameterNames(
  columns: readonly string[],
  others: readonly string[],
): readonly string[] {
  const names: string[] = [];
  for (const column of columns) {
    const plain = plainName(column) || 'value';
    const isFree = (name: string) =>
      parameterFaults([...SHAPE, ...others, ...names, name]).length === 0;
    names.push(firstFree(/^\d/.test(plain) ? `column_${plain}` : plain, isFree));
  }
  return names;
}

/**
 * Names that GraphQL can say for columns, or for the fields of a record, in their order: each its own where that can be
 * said and no other has the same GraphQL name.
 */
export function columnNames(
  names: readonly string[],
  what: 'column' | 'field' = 'column',
): readonly string[] {
  const taken = new Set<string>();
  const isFree = (name: string) =>
    !taken.has(camelCase(name)) && !taken.has(`=${upperSnakeCase(name)}`);
  const take = (name: string) => {
    taken.add(camelCase(name)).add(`=${upperSnakeCase(name)}`);
    return name;
  };
  const isSpeakable = (name: string) => columnFaults([name], what).length === 0;
  const isPlain = (name: string) => plainName(name) === name && isSpeakable(name);
  const own: (string | undefined)[] = names.map(() => undefined);
  // An alias must not take the name of a column, nor `__key__` that of `key`.
  for (const isFirst of [isPlain, isSpeakable]) {
    for (const [i, name] of names.entries()) {
      if (own[i] === undefined && isFirst(name) && isFree(name)) own[i] = take(name);
    }
  }
  return own.map((name, i) => {
    if (name !== undefined) return name;
    const plain = plainName(names[i] ?? '');
    const wanted = isSpeakable(plain) ? plain : `${what}_${plain || i + 1}`;
    return take(firstFree(wanted, isFree));
  });
}
