import type { Column } from '../api/description.ts';
import { printExact } from '../api/exact-json.ts';
import type { Row } from '../api/run.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { formatValue, isNested } from './format-value.ts';
import { Tree } from './tree.tsx';

/** Properties of `RowDialog`. */
export interface RowDialogProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly onClose: () => void;
}

/** A whole row, its nested values as trees. */
export function RowDialog({ columns, onClose, row }: RowDialogProps) {
  return (
    <Dialog title="Row" onClose={onClose}>
      <div className="tree">
        {columns.map((column) => {
          const value = row[column.name] ?? null;
          const shown = isNested(value) || value === null ? value : formatValue(value, column);
          return <Tree key={column.name} name={column.name} value={shown} />;
        })}
      </div>
      <CopyButton name="JSON" text={() => printExact(row, 2)} />
    </Dialog>
  );
}
