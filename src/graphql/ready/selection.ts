import {
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a selection is read against. */
export interface SelectionScope {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** A field of an object's answer, with what every mention of it selects. */
export interface SelectedField {
  /** Its alias, or its name. */
  readonly key: string;
  /** Undefined for `__typename`. */
  readonly field: GraphQLField<unknown, unknown> | undefined;
  readonly nodes: readonly FieldNode[];
  readonly sets: readonly SelectionSetNode[];
}

type FieldNode = Extract<SelectionNode, { kind: 'Field' }>;

/** Thrown where an operation is for graphql's own executor. */
export class NotCompilable extends Error {}

/** The fields that selections of one object have, in the order of the answer; throws `NotCompilable`. */
export function selectFields(
  scope: SelectionScope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): readonly SelectedField[] {
  const grouped = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  for (const set of sets) collect(set);
  return [...grouped].map(([key, nodes]) => selectField(type, key, nodes));

  function collect(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      // `@skip` and `@include` decide per request what is answered.
      if (selection.directives?.length) throw new NotCompilable('There is a directive');
      if (selection.kind === 'Field') addField(selection);
      else addFragment(selection);
    }
  }

  function addField(node: FieldNode): void {
    const key = node.alias?.value ?? node.name.value;
    const nodes = grouped.get(key);
    if (nodes) nodes.push(node);
    else grouped.set(key, [node]);
  }

  function addFragment(node: Exclude<SelectionNode, FieldNode>): void {
    const fragment = node.kind === 'FragmentSpread' ? named(node.name.value) : node;
    if (!fragment || !applies(scope.schema, fragment.typeCondition?.name.value, type)) return;
    collect(fragment.selectionSet);
  }

  /** A fragment's second spread adds nothing. */
  function named(name: string): FragmentDefinitionNode | undefined {
    if (seen.has(name)) return undefined;
    seen.add(name);
    const fragment = scope.fragments.get(name);
    if (fragment?.directives?.length) throw new NotCompilable('There is a directive');
    return fragment;
  }
}

function selectField(
  type: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): SelectedField {
  const name = nodes[0]?.name.value ?? '';
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (name === '__typename') return { key, field: undefined, nodes, sets };
  const field = type.getFields()[name];
  if (!field) throw new NotCompilable('There is introspection');
  return { key, field, nodes, sets };
}

function applies(
  schema: GraphQLSchema,
  condition: string | undefined,
  type: GraphQLObjectType,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditional = schema.getType(condition);
  return isAbstractType(conditional) && schema.isSubType(conditional, type);
}
