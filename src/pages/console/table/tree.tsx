import { type ExactValue, isRecord } from '../api/exact-json.ts';

/** Properties of `Tree`. */
export interface TreeProps {
  readonly name: string;
  readonly value: ExactValue;
  /** How deep in the tree it is; the first levels are open. */
  readonly depth?: number;
}

/** The most elements of a list that are displayed. */
const MAX_ELEMENTS = 200;

/** A value with everything nested in it. */
export function Tree({ depth = 0, name, value }: TreeProps) {
  const members = membersOf(value);
  if (!members) {
    return (
      <div className="leaf">
        <span className="member">{name}</span>
        <span className="value" data-null={value === null}>
          {value === null ? 'null' : String(value)}
        </span>
      </div>
    );
  }
  const isList = Array.isArray(value);
  return (
    <details open={depth < 2}>
      <summary>
        <span className="member">{name}</span>
        <span className="type">{isList ? `[${members.length}]` : `{${members.length}}`}</span>
      </summary>
      {members.slice(0, MAX_ELEMENTS).map(([member, inner]) => (
        <Tree key={member} name={member} value={inner} depth={depth + 1} />
      ))}
      {members.length > MAX_ELEMENTS && (
        <p className="hint">and {members.length - MAX_ELEMENTS} more</p>
      )}
    </details>
  );
}

function membersOf(value: ExactValue): readonly (readonly [string, ExactValue])[] | undefined {
  if (Array.isArray(value)) return value.map((element, index) => [String(index), element]);
  return isRecord(value) ? Object.entries(value) : undefined;
}
