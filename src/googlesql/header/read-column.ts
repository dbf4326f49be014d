import type { ProvenType } from '../inference/proven-type.ts';
import { printIdentifier } from '../syntax/printer/literal.ts';
import type { Tag } from './split-tags.ts';
import { TagReader } from './tag-reader.ts';

/** What a head comment says of a column; offsets are in UTF-16 code units of the SQL. */
export interface HeaderColumn {
  readonly name: string;
  readonly type?: ProvenType;
  readonly typeOffset?: number;
  readonly text?: string;
  /** The place of the name. */
  readonly offset: number;
}

/** Reads `@column [{TYPE}] NAME [- text]`; throws an `SqlError` at its place in the SQL. */
export function readColumn(tag: Tag): HeaderColumn {
  const reader = new TagReader(tag);
  const type = reader.type();
  const { value: name, offset } = reader.name('@column revenue - Text');
  const text = reader.text(`@column ${printIdentifier(name)}`);
  return {
    name,
    offset,
    ...(type && { type: type.value, typeOffset: type.offset }),
    ...(text !== undefined && { text }),
  };
}
