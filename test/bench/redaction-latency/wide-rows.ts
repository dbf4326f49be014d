import type { OutputColumn } from '../../../src/googlesql/analysis/analyze.ts';
import type { Type } from '../../../src/googlesql/types.ts';
import type { Row, Value } from '../../../src/googlesql/value.ts';
import { accessLines } from '../../redaction/access-lines.ts';

const LINES = accessLines(5, 500).map(({ address, rest }) =>
  Buffer.from(address + rest).toString(),
);

/** Rows with a log line or a part of one in every text, at any depth. */
export function wideRows(columns: readonly OutputColumn[], count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) =>
    columns.map(({ type, name }) => sampleOf(type, name, index)),
  );
}

function sampleOf(type: Type, name: string, index: number): Value {
  switch (type.kind) {
    case 'ARRAY':
      return [sampleOf(type.element, name, index)];
    case 'STRUCT':
      return type.fields.map((field, i) => sampleOf(field.type, field.name, index * 7 + i));
    case 'STRING': {
      const line = LINES[index % LINES.length] ?? '';
      return name === 'event_message' ? line : line.slice(index % 90, (index % 90) + 60);
    }
    case 'INT64':
      return index;
    case 'TIMESTAMP':
      return 1_782_864_000_000_000 + index;
    case 'BOOL':
      return index % 2 === 0;
    case 'FLOAT64':
      return index / 4;
    default:
      return null;
  }
}
