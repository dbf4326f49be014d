import {
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { OutputColumn } from '#googlesql';
import { camelCase } from '../../project/names.ts';

const ROWS: ReadonlySet<string> = new Set(['rows', 'row']);

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/**
 * The names of the columns that an operation selects in `rows`, or in the `row` of an endpoint that returns one.
 *
 * `@skip` and `@include` are ignored: a skipped field counts as selected, which costs bytes but never rows.
 */
export function selectedColumns(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  columns: readonly OutputColumn[],
): ReadonlySet<string> {
  const results = fieldNodes.map(({ selectionSet }) => selectionSet);
  const rows = fieldsIn(results, fragments).filter(({ name }) => ROWS.has(name));
  const fields = fieldsIn(
    rows.map(({ selectionSet }) => selectionSet),
    fragments,
  );
  const selected = new Set(fields.map(({ name }) => name));
  return new Set(
    columns
      .map(({ name }) => name)
      .filter((name) => selected.has(camelCase(name)) || selected.has(`${camelCase(name)}Json`)),
  );
}

interface SelectedField {
  readonly name: string;
  readonly selectionSet: SelectionSetNode | undefined;
}

/** The fields of selection sets, following fragments; validation has refused fragment cycles. */
function fieldsIn(
  sets: readonly (SelectionSetNode | undefined)[],
  fragments: Fragments,
): SelectedField[] {
  return sets.flatMap((set) =>
    (set?.selections ?? []).flatMap((selection) => fieldsOf(selection, fragments)),
  );
}

function fieldsOf(selection: SelectionNode, fragments: Fragments): SelectedField[] {
  switch (selection.kind) {
    case Kind.FIELD:
      return [{ name: selection.name.value, selectionSet: selection.selectionSet }];
    case Kind.INLINE_FRAGMENT:
      return fieldsIn([selection.selectionSet], fragments);
    case Kind.FRAGMENT_SPREAD:
      return fieldsIn([fragments[selection.name.value]?.selectionSet], fragments);
  }
}
