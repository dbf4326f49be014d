import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { Column } from '../api/description.ts';
import type { Row } from '../api/run.ts';
import { HeaderCell } from './header-cell.tsx';
import { RowCells } from './row-cells.tsx';
import { RowDialog } from './row-dialog.tsx';
import { TableTools } from './table-tools.tsx';
import { useRowsTable } from './use-rows-table.ts';

/** The height of a row; the style sheet has the same. */
const ROW_PX = 32;

/** Properties of `RowsTable`. */
export interface RowsTableProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** What the rows are of, for screen readers. */
  readonly label: string;
}

/** The rows of an answer: sorted and filtered on the page, of which those in sight are rendered. */
export function RowsTable({ columns, label, rows }: RowsTableProps) {
  const table = useRowsTable(columns, rows);
  const [opened, setOpened] = useState<Row>();
  const [isFiltering, setFiltering] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const visible = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return (
    <div className="rows">
      <TableTools
        columns={columns}
        rows={() => visible.map(({ original }) => original)}
        count={visible.length}
        total={rows.length}
        isFiltering={isFiltering}
        onFilter={() => {
          if (isFiltering) table.setColumnFilters([]);
          setFiltering(!isFiltering);
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={scroller} className="scroller" tabIndex={0} aria-label={`Rows of ${label}`}>
        <table aria-rowcount={visible.length + 1} style={{ width: table.getTotalSize() }}>
          <colgroup>
            {headers.map((header) => (
              <col key={header.id} style={{ width: header.getSize() }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {headers.map((header, index) => (
                <HeaderCell
                  key={header.id}
                  header={header}
                  column={columns[index]}
                  isFiltering={isFiltering}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Space height={before} />}
            {items.map(({ index }) => {
              const row = visible[index];
              return (
                row && (
                  <RowCells
                    key={row.id}
                    row={row.original}
                    index={index}
                    columns={columns}
                    onOpen={setOpened}
                  />
                )
              );
            })}
            {after > 0 && <Space height={after} />}
          </tbody>
        </table>
      </section>
      {opened && <RowDialog row={opened} columns={columns} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** Stands for the rows that are out of sight. */
function Space({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot be focused.
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
