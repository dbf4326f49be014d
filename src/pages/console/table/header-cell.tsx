import { type ChangeEvent, type KeyboardEvent, startTransition, useState } from 'react';
import type { Column } from '../api/description.ts';
import type { TableState } from './use-rows-table.ts';

type Header = ReturnType<TableState['getHeaderGroups']>[number]['headers'][number];

/** Properties of `HeaderCell`. */
export interface HeaderCellProps {
  readonly header: Header;
  readonly column: Column | undefined;
  readonly isFiltering: boolean;
}

const ARIA = { none: 'none', asc: 'ascending', desc: 'descending' } as const;
const MARK = { none: '', asc: ' ↑', desc: ' ↓' } as const;
/** How far an arrow key moves the edge of a column, in pixels. */
const STEP_PX = 16;

/** The head of a column: sorts by it, filters it, and changes its width. */
export function HeaderCell({ column, header, isFiltering }: HeaderCellProps) {
  const { name = '', mode, type = '', description } = column ?? {};
  const sorted = header.column.getIsSorted() || 'none';
  const resize = header.getResizeHandler();
  const onResizeKey = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[key];
    if (step === undefined) return;
    header.column.table.setColumnSizing((sizes: Readonly<Record<string, number>>) => ({
      ...sizes,
      [header.column.id]: Math.max(48, header.getSize() + step),
    }));
  };
  return (
    <th scope="col" aria-sort={ARIA[sorted]}>
      <button
        type="button"
        className="sort"
        title={description || undefined}
        onClick={() =>
          sorted === 'desc'
            ? header.column.clearSorting()
            : header.column.toggleSorting(sorted === 'asc')
        }
      >
        <span className="name">
          {name}
          {MARK[sorted]}
        </span>
        <span className="type">{mode === 'REPEATED' ? `ARRAY<${type}>` : type}</span>
      </button>
      {isFiltering && <FilterInput header={header} name={name} />}
      <hr
        className="edge"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${name}`}
        aria-valuenow={Math.round(header.getSize())}
        aria-valuemin={48}
        aria-valuemax={2000}
        onMouseDown={resize}
        onTouchStart={resize}
        onKeyDown={onResizeKey}
      />
    </th>
  );
}

/** The text is displayed at once; the rows follow when the browser has time. */
function FilterInput({ header, name }: { readonly header: Header; readonly name: string }) {
  const [text, setText] = useState('');
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    startTransition(() => header.column.setFilterValue(target.value || undefined));
  };
  return (
    <input
      className="filter"
      value={text}
      placeholder="contains, >10, =x, !x"
      aria-label={`Filter ${name}`}
      onChange={onChange}
    />
  );
}
