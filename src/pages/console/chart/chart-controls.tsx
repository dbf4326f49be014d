import { useId } from 'react';
import type { Column } from '../api/description.ts';
import { type Chart, type ChartKind, roleOf } from './choose-chart.ts';

/** Properties of `ChartControls`. */
export interface ChartControlsProps {
  readonly chart: Chart;
  readonly columns: readonly Column[];
  readonly onChange: (chart: Chart) => void;
  /** Undefined where there is no picture. */
  readonly onSave: (() => void) | undefined;
}

const KINDS: Readonly<Record<ChartKind, string>> = {
  line: 'Lines',
  area: 'Areas',
  bars: 'Bars',
  dots: 'Dots',
  figures: 'Figures',
};

/** The kind of a chart, and the columns of its axes. */
export function ChartControls({ chart, columns, onChange, onSave }: ChartControlsProps) {
  const id = useId();
  const numbers = columns.filter((column) => roleOf(column) === 'number');
  const places = columns.filter((column) => roleOf(column) !== undefined);
  const x = chart.x ?? places[0]?.name ?? '';
  return (
    <div className="controls">
      <label htmlFor={`${id}-kind`}>Chart</label>
      <select
        id={`${id}-kind`}
        value={chart.kind}
        onChange={({ target }) => onChange({ ...chart, x, kind: target.value as ChartKind })}
      >
        {Object.entries(KINDS).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-x`}>of</label>
      <select
        id={`${id}-x`}
        value={x}
        disabled={chart.kind === 'figures'}
        onChange={({ target }) => onChange({ ...chart, x: target.value })}
      >
        {places.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <details className="menu">
        <summary>{chart.y.join(', ')}</summary>
        <fieldset aria-label="Columns of numbers">
          {numbers.map(({ name }) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={chart.y.includes(name)}
                onChange={() => onChange({ ...chart, y: toggled(chart.y, name) })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </details>
      {onSave && (
        <button type="button" onClick={onSave}>
          Save PNG
        </button>
      )}
    </div>
  );
}

/** The last column stays. */
function toggled(names: readonly string[], name: string): readonly string[] {
  if (!names.includes(name)) return [...names, name];
  return names.length > 1 ? names.filter((one) => one !== name) : names;
}
