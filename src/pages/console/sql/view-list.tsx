import type { Column, View } from '../api/description.ts';
import { quotedName } from './quoted-name.ts';

/** Properties of `ViewList`. */
export interface ViewListProps {
  readonly views: readonly View[];
  readonly onInsert: (text: string) => void;
}

/** The views that a statement may read, with their columns; a click inserts a name. */
export function ViewList({ onInsert, views }: ViewListProps) {
  return (
    <aside className="view-list" aria-label="Views">
      {views.map(({ columns, name }, index) => (
        <div key={name} className="view">
          <details open={index === 0 && columns.length < 30}>
            <summary>{name}</summary>
            <Columns columns={columns} onInsert={onInsert} />
          </details>
          <button
            type="button"
            aria-label={`Insert ${name}`}
            onClick={() => onInsert(quotedName(name))}
          >
            +
          </button>
        </div>
      ))}
    </aside>
  );
}

interface ColumnsProps {
  readonly columns: readonly Column[];
  readonly onInsert: (text: string) => void;
}

function Columns({ columns, onInsert }: ColumnsProps) {
  return (
    <ul>
      {columns.map(({ mode, name, type }) => (
        <li key={name}>
          <button type="button" onClick={() => onInsert(quotedName(name))}>
            {name}
          </button>
          <span className="type">{mode === 'REPEATED' ? `ARRAY<${type}>` : type}</span>
        </li>
      ))}
    </ul>
  );
}
