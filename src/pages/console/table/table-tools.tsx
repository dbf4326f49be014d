import type { Column } from '../api/description.ts';
import type { Row } from '../api/run.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { rowsText } from '../parts/units.ts';
import { toCsv, toNdjson } from './export-rows.ts';

/** Properties of `TableTools`. */
export interface TableToolsProps {
  readonly columns: readonly Column[];
  /** The rows as they are displayed: filtered and sorted. */
  readonly rows: () => readonly Row[];
  readonly count: number;
  readonly total: number;
  readonly isFiltering: boolean;
  readonly onFilter: () => void;
}

/** What is above the rows: how many there are, the filter, and copies. */
export function TableTools({
  columns,
  rows,
  count,
  total,
  isFiltering,
  onFilter,
}: TableToolsProps) {
  return (
    <div className="tools">
      <span role="status">
        {count === total ? rowsText(total) : `${count} of ${rowsText(total)}`}
      </span>
      <button type="button" aria-pressed={isFiltering} onClick={onFilter}>
        Filter
      </button>
      <CopyButton name="CSV" text={() => toCsv(columns, rows())} />
      <CopyButton name="NDJSON" text={() => toNdjson(rows())} />
    </div>
  );
}
