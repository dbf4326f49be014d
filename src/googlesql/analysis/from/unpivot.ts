import { SqlError } from '../../sql-error.ts';
import type { Path, Unpivot } from '../../syntax/tree/ast.ts';
import { arrayOf, SCALARS, sameType, shortTypeName, structOf } from '../../types.ts';
import { type Environment, resolveApart, rowContext } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { namesUnder, Scope } from '../names/names.ts';
import { columnRef, filtered, getField, literal, withComputed } from '../resolved/build.ts';
import type { Column, Computed, ResolvedExpression, Scan } from '../resolved/resolved.ts';
import type { PivotInput } from './pivot.ts';

/** Resolves UNPIVOT: every row with each item of an array of structs that hold the columns of a group and its label. */
export function resolveUnpivot(
  node: Unpivot,
  { scan, names, listed }: PivotInput,
  environment: Environment,
): ResolvedFrom {
  const { session } = environment;
  const scope = new Scope(names, undefined);
  const groups = node.groups.map(({ columns, at }) => {
    if (columns.length !== node.values.length) {
      throw new SqlError('The number of columns in a group of UNPIVOT must match its values', at);
    }
    return columns.map((path) => columnOf(path, scope, environment));
  });
  const gone = new Set(groups.flat());
  const repeated = groups.flat().findIndex((column, i, all) => all.indexOf(column) < i);
  if (repeated >= 0) {
    const { at } = node.groups.flatMap(({ columns }) => columns)[repeated] ?? node;
    throw new SqlError('Column names in UNPIVOT IN clause cannot be repeated', at);
  }
  const labels = labelsOf(node);
  const heads = [...node.values, node.name];
  const types = [...typesOf(node, groups), labels[0]?.type ?? SCALARS.STRING];
  const type = structOf(heads.map(({ name }, i) => ({ name, type: types[i] ?? SCALARS.STRING })));
  const items = groups.map((columns, i): ResolvedExpression => {
    const label = labels[i] ?? literal(SCALARS.STRING, '');
    return { kind: 'struct', type, explicit: true, fields: [...columns.map(columnRef), label] };
  });
  session.budget.spend(items.length * heads.length, node.at);
  const element = session.newColumn('', type);
  const unnested: Scan = {
    ...{ kind: 'array', input: scan, element, offset: undefined, outer: false },
    ...{ array: { kind: 'array', type: arrayOf(type), explicit: true, items } },
    ...{ condition: undefined, columns: [...scan.columns, element] },
  };
  const fields = heads.map(
    ({ name }, i): Computed => ({
      column: session.newColumn(name, types[i] ?? SCALARS.STRING),
      expression: getField(columnRef(element), i),
    }),
  );
  const rows = withComputed(unnested, fields);
  const remaining = listed.filter(({ column }) => !gone.has(column));
  const output = [...remaining, ...fields.map(({ column }) => ({ name: column.name, column }))];
  return {
    scan: node.includesNulls ? rows : withValues(rows, fields.slice(0, -1), node.at),
    names: namesUnder(output, false, node.alias?.name ?? '', node.alias?.at ?? node.at),
  };
}

function columnOf(path: Path, scope: Scope, environment: Environment): Column {
  const { expression } = resolveApart(path, rowContext(environment, scope, 'UNPIVOT clause'));
  if (expression.kind === 'column') return expression.column;
  throw new SqlError('UNPIVOT takes columns and no fields of them', path.at);
}

function labelsOf({ groups }: Unpivot): readonly ResolvedExpression[] {
  const isNumbered = groups.some(({ label }) => label?.type === 'INT64');
  return groups.map(({ columns, label, at }) => {
    const isNumber = label?.type === 'INT64';
    if (isNumbered !== isNumber) {
      throw new SqlError('All labels of UNPIVOT must be of the same type', at);
    }
    const names = columns.map(({ names: parts }) => parts.at(-1)?.name ?? '');
    const value = label?.value ?? names.join('_');
    return isNumber ? literal(SCALARS.INT64, BigInt(value)) : literal(SCALARS.STRING, value);
  });
}

/** The types of the values: the columns at the same place of every group have the same. */
function typesOf(node: Unpivot, [first = [], ...more]: readonly (readonly Column[])[]) {
  for (const [g, columns] of more.entries()) {
    columns.forEach(({ type }, i) => {
      const expected = first[i]?.type;
      if (!expected || sameType(type, expected)) return;
      throw new SqlError(
        `The datatype of column does not match with other datatypes in the IN clause of UNPIVOT. Expected ${shortTypeName(expected)}, Found ${shortTypeName(type)}`,
        node.groups[g + 1]?.at,
      );
    });
  }
  return first.map(({ type }) => type);
}

/** The rows with a value that is not NULL. */
function withValues(input: Scan, values: readonly Computed[], at: number): Scan {
  const terms = values.map(({ column }) =>
    callExpression('$not', [callExpression('$is_null', [columnRef(column)], at)], at),
  );
  const [only] = terms;
  const condition = terms.length === 1 && only ? only : callExpression('$or', terms, at);
  return filtered(input, condition);
}
