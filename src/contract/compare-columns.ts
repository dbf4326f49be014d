import { camelCase } from '../project/names.ts';
import { alignColumns, type ColumnPair } from './align-columns.ts';
import { compareTypes, type TypeDifference } from './compare-types.ts';
import type { ContractColumn, ContractEndpoint } from './contract.ts';
import type { Finding, Kind } from './kinds/kinds.ts';
import { pairNames } from './pair-names.ts';

type Columns = readonly ContractColumn[];

/** The changes of an endpoint's result columns. */
export function compareColumns(before: Columns, now: Columns): readonly Finding[] {
  const aligned = alignColumns(before, now, camelCase);
  const renaming =
    (kind: Kind) =>
    ([{ name: from }, { name: to }]: ColumnPair): Finding => {
      return { kind, subject: at(to), words: { before: from, now: to } };
    };
  return [
    ...aligned.removed.map(({ name }): Finding => {
      return { kind: 'column-removed', subject: at(name), words: { column: name } };
    }),
    ...aligned.added.map(({ column: { name, type }, isLast }): Finding => {
      const kind = isLast ? 'column-added' : 'column-inserted';
      return { kind, subject: at(name), words: { column: name, now: type } };
    }),
    ...aligned.renamed.map(renaming('column-renamed')),
    ...aligned.respelt.map(renaming('column-spelling')),
    ...aligned.pairs.flatMap(compareValues),
    ...(aligned.isReordered
      ? [{ kind: 'column-order' as const, subject: at(''), words: { now: namesOf(now) } }]
      : []),
  ];
}

function at(name: string): Finding['subject'] {
  return { part: 'column', name };
}

function namesOf(columns: Columns): string {
  return columns.map(({ name }) => name).join(', ');
}

const TYPE_KINDS: Readonly<Record<TypeDifference['what'], Kind>> = {
  type: 'column-type',
  'more-digits': 'column-more-digits',
  'fewer-digits': 'column-fewer-digits',
  nullable: 'column-nullable',
  required: 'column-required',
  'field-removed': 'nested-removed',
  'field-added': 'nested-added',
  'field-order': 'nested-order',
};

/** The changes of a column's type, and of its GraphQL type where that alone has changed. */
function compareValues([before, now]: ColumnPair): readonly Finding[] {
  const subject = at(now.name);
  const types = compareTypes(now.name, before.type, now.type);
  const isOther = types.some(({ what }) => what === 'type' || what.endsWith('digits'));
  const plain = ({ graphql = 'none' }: ContractColumn) =>
    types.length > 0 ? graphql.replaceAll('!', '') : graphql;
  return [
    ...types.map(({ before: from, now: to, path, what }): Finding => {
      return { kind: TYPE_KINDS[what], subject, words: { column: path, before: from, now: to } };
    }),
    ...(isOther || plain(before) === plain(now)
      ? []
      : [graphqlFinding(now.name, before.graphql, now.graphql)]),
  ];
}

function graphqlFinding(column: string, before = 'none', now = 'none'): Finding {
  return { kind: 'column-graphql', subject: at(column), words: { column, before, now } };
}

/** The changes of the views that callers' SQL may read. */
export function compareViews(
  before: NonNullable<ContractEndpoint['views']>,
  now: NonNullable<ContractEndpoint['views']>,
): readonly Finding[] {
  const named = (views: typeof now) =>
    Object.entries(views).map(([name, columns]) => ({ name, columns }));
  const { added, removed, same } = pairNames(named(before), named(now));
  const finding = (kind: Kind) => (view: { readonly name: string }) => {
    return { kind, subject: inView(view.name), words: { view: view.name } };
  };
  return [
    ...removed.map(finding('view-removed')),
    ...added.map(finding('view-added')),
    ...same.flatMap(([one, other]) => compareView(one.name, one.columns, other.columns)),
  ];
}

function inView(name: string): Finding['subject'] {
  return { part: 'view', name };
}

function compareView(view: string, before: Columns, now: Columns): readonly Finding[] {
  const aligned = alignColumns(before, now);
  const finding = (kind: Kind, words: Finding['words']): Finding => {
    return { kind, subject: inView(view), words: { view, ...words } };
  };
  return [
    ...aligned.removed.map(({ name }) => finding('view-column-removed', { column: name })),
    ...aligned.added.map(({ column: { name, type }, isLast }) =>
      finding(isLast ? 'view-column-added' : 'view-column-inserted', { column: name, now: type }),
    ),
    ...aligned.renamed.map(([{ name: from }, { name: to }]) =>
      finding('view-column-renamed', { before: from, now: to }),
    ),
    ...aligned.pairs
      .filter(([one, other]) => one.type !== other.type)
      .map(([one, { name, type }]) =>
        finding('view-column-type', { column: name, before: one.type, now: type }),
      ),
    ...(aligned.isReordered ? [finding('view-column-order', { now: namesOf(now) })] : []),
  ];
}
