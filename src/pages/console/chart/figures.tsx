import type { Column } from '../api/description.ts';
import type { Row } from '../api/run.ts';
import { formatValue } from '../table/format-value.ts';

/** Properties of `Figures`. */
export interface FiguresProps {
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly row: Row;
}

/** The numbers of a single row, with all their digits. */
export function Figures({ columns, names, row }: FiguresProps) {
  return (
    <dl className="figures">
      {columns
        .filter(({ name }) => names.includes(name))
        .map((column) => (
          <div key={column.name}>
            <dt>{column.name}</dt>
            <dd>{formatValue(row[column.name] ?? null, column)}</dd>
          </div>
        ))}
    </dl>
  );
}
