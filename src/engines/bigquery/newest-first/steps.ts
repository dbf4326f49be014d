import {
  type AnyNode,
  allOf,
  andTerms,
  mapInputs,
  mapNodes,
  type OrderItem,
  parseCondition,
  parseQuery,
  printIdentifier,
  type Query,
  SCALARS,
  type Scan,
  type Statement,
  selectOf,
} from '#googlesql';
import type { BoundParameter } from '../../engine.ts';
import { timeValue } from './moment.ts';
import type { NewestFirst } from './proof.ts';

/** The part of a table that a step reads, by the time of rows, in microseconds since the epoch. */
export interface TimeRange {
  /** The first moment; undefined: without one. */
  readonly from?: bigint | undefined;
  /** The first moment after it; undefined: open to the future. */
  readonly until?: bigint | undefined;
  /** Whether rows without a time belong to it. @default false */
  readonly hasNullTimes?: boolean;
}

/** A statement over a part of its table, and the parameters that it has beside those of the whole one. */
export interface Step {
  readonly statement: Statement;
  readonly parameters: readonly (readonly [string, BoundParameter])[];
}

/** Parameters of steps: the bounds of the time and the number of rows. */
const FROM = '_newest_from';
const UNTIL = '_newest_until';
const ROWS = '_newest_rows';

/** Makes the statements of the steps of one statement; those that differ in values alone are the same objects. */
export class Steps {
  readonly #whole: Statement;
  readonly #proof: NewestFirst;
  readonly #statements = new Map<string, Statement>();

  constructor(whole: Statement, proof: NewestFirst) {
    this.#whole = whole;
    this.#proof = proof;
  }

  /** The statement over a part: its first rows, in its order. */
  rows(range: TimeRange, count: number): Step {
    return this.#step('rows', range, count, (tree) => ({
      ...this.#whole,
      tree: { ...tree, limit: { kind: 'parameter', at: 0, name: ROWS } },
    }));
  }

  /**
   * Asks how far back the first rows of a part go, of which it reads the time alone, and what the filters read. Its one row
   * has the least time, in the form of the proof, the number of rows, and of those that have a time.
   */
  probe(range: TimeRange, count: number): Step {
    return this.#step('probe', range, count, (tree) => ({
      tree: this.#probe(tree),
      // Nothing is read for the columns of the whole statement, and for its other sort keys.
      resolved: {
        ...this.#whole.resolved,
        output: [],
        scan: firstKeyOf(this.#whole.resolved.scan),
      },
      columns: [
        { name: 'least', type: SCALARS[this.#proof.form] },
        { name: 'found', type: SCALARS.INT64 },
        { name: 'timed', type: SCALARS.INT64 },
      ],
    }));
  }

  #step(
    what: 'rows' | 'probe',
    range: TimeRange,
    count: number,
    make: (tree: Query) => Statement,
  ): Step {
    const { from, hasNullTimes = false, until } = range;
    const form = [what, from !== undefined, until !== undefined, hasNullTimes].join();
    const statement = this.#statements.get(form) ?? make(this.#tree(range));
    this.#statements.set(form, statement);
    const type = this.#timeType;
    const bounds = [
      [FROM, from],
      [UNTIL, until],
    ] as const;
    const parameters = bounds.flatMap(([name, moment]) =>
      moment === undefined
        ? []
        : [[name, { type: SCALARS[type], value: timeValue(moment, type) }] as const],
    );
    return {
      statement,
      parameters: [...parameters, [ROWS, { type: SCALARS.INT64, value: count }]],
    };
  }

  get #timeType(): 'TIMESTAMP' | 'DATETIME' | 'DATE' {
    const { table } = this.#proof.table;
    const kind = table.columns.find(({ name }) => name === table.time)?.type.kind;
    return kind === 'DATE' || kind === 'DATETIME' ? kind : 'TIMESTAMP';
  }

  /** The tree with the bounds in the WHERE of the SELECT that reads the table. */
  #tree({ from, hasNullTimes = false, until }: TimeRange): Query {
    const { alias, select, table } = this.#proof.table;
    const time = `${printIdentifier(alias)}.${printIdentifier(table.time ?? '')}`;
    const bounds = [
      ...(from === undefined ? [] : [`${time} >= @${FROM}`]),
      ...(until === undefined ? [] : [`${time} < @${UNTIL}`]),
    ].join(' AND ');
    const condition = parseCondition(hasNullTimes ? `(${bounds}) OR ${time} IS NULL` : bounds);
    const enter = (node: AnyNode): AnyNode =>
      node === select ? { ...select, where: allOf([...andTerms(select.where), condition]) } : node;
    return mapNodes(this.#whole.tree, { enter });
  }

  #probe(tree: Query): Query {
    const [first] = tree.orderBy;
    const { body } = tree;
    if (!first || body.kind !== 'select') throw new Error('The statement has no order');
    const { key: expression } = this.#proof;
    const item = { kind: 'select_expression', at: 0, expression, alias: TIME } as const;
    const inner: Query = {
      ...tree,
      with: undefined,
      body: { ...body, as: undefined, items: [item] },
      orderBy: [{ ...first, expression: { kind: 'path', at: 0, names: [TIME] } } as OrderItem],
      limit: { kind: 'parameter', at: 0, name: ROWS },
    };
    const outer = parseQuery(
      `SELECT MIN(${TIME.name}) AS least, COUNT(*) AS found, COUNT(${TIME.name}) AS timed FROM (SELECT 1) AS _rows`,
    );
    const { from } = selectOf(outer);
    if (from?.kind !== 'derived_table') throw new Error('Cannot build the probe');
    const around = { ...selectOf(outer), from: { ...from, query: inner } };
    return { ...outer, with: tree.with, body: around };
  }
}

/** A scan whose outermost order has its first key alone. */
function firstKeyOf(scan: Scan): Scan {
  if (scan.kind === 'order_by') return { ...scan, items: scan.items.slice(0, 1) };
  return scan.kind === 'with'
    ? { ...scan, body: firstKeyOf(scan.body) }
    : mapInputs(scan, firstKeyOf);
}

const TIME = { name: '_time', at: 0 };
