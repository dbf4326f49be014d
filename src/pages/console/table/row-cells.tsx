import { memo } from 'react';
import type { Column } from '../api/description.ts';
import type { ExactValue } from '../api/exact-json.ts';
import type { Row } from '../api/run.ts';
import { formatValue, isNested } from './format-value.ts';

/** Properties of `RowCells`. */
export interface RowCellsProps {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly onOpen: (row: Row) => void;
}

const NUMBERS = /^(?:INT64|FLOAT64|NUMERIC|BIGNUMERIC)$/;

/** A row of the table; its first cell opens the whole row. */
export const RowCells = memo(function RowCells({ columns, index, onOpen, row }: RowCellsProps) {
  return (
    <tr aria-rowindex={index + 2} data-odd={index % 2 === 1}>
      {columns.map((column, place) => {
        const value = row[column.name] ?? null;
        const text = formatValue(value, column);
        const kind = kindOf(value, column);
        if (place > 0 && kind !== 'nested') {
          return (
            <td key={column.name} data-kind={kind} title={titleOf(value, text)}>
              {text}
            </td>
          );
        }
        return (
          <td key={column.name} data-kind={kind} title={titleOf(value, text)}>
            <button type="button" onClick={() => onOpen(row)} aria-label={`${text}: open the row`}>
              {text}
            </button>
          </td>
        );
      })}
    </tr>
  );
});

function kindOf(value: ExactValue, { mode, type }: Column): string {
  if (value === null) return 'null';
  if (isNested(value)) return 'nested';
  return NUMBERS.test(type) && mode !== 'REPEATED' ? 'number' : 'text';
}

/** A TIMESTAMP's title is its value as REST has it; a long text's is all of it. */
function titleOf(value: ExactValue, text: string): string | undefined {
  if (value === null || isNested(value)) return undefined;
  const whole = String(value);
  return whole !== text || whole.length > 24 ? whole : undefined;
}
