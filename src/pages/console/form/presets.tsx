/** Lengths of ranges that end now, in hours. */
const LENGTHS: readonly (readonly [name: string, hours: number])[] = [
  ['Last hour', 1],
  ['Last day', 24],
  ['Last 7 days', 168],
  ['Last 30 days', 720],
  ['Last year', 8_760],
];

/** Properties of `Presets`. */
export interface PresetsProps {
  readonly type: string;
  readonly onPick: (range: readonly [from: string, to: string]) => void;
}

/** Fills in both ends of a range of days or moments. */
export function Presets({ onPick, type }: PresetsProps) {
  if (!/^(?:DATE|DATETIME|TIMESTAMP)$/.test(type)) return null;
  const lengths = LENGTHS.filter(([, hours]) => type !== 'DATE' || hours > 24);
  return (
    <div className="presets">
      {lengths.map(([name, hours]) => (
        <button type="button" key={name} onClick={() => onPick(rangeOf(type, hours))}>
          {name}
        </button>
      ))}
    </div>
  );
}

function rangeOf(type: string, hours: number): readonly [string, string] {
  const now = Date.now();
  return [textOf(type, now - hours * 3_600_000), textOf(type, now)];
}

function textOf(type: string, milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  if (type === 'DATE') return text.slice(0, 10);
  return type === 'DATETIME' ? text.slice(0, 19) : `${text.slice(0, 19)}Z`;
}
