import { excerpt } from '../../excerpt.ts';
import { coerce } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Cte, Query, QueryBody, SetOperation, With } from '../../syntax/tree/ast.ts';
import { queryOf } from '../../syntax/tree/query-of.ts';
import { shownTypeName } from '../../types.ts';
import type { Environment, QueryColumn, ResolvedQuery } from '../names/context.ts';
import type { Recursion } from '../names/cte-scope.ts';
import { type CteReference, CteScope, withRecursionBlocked } from '../names/cte-scope.ts';
import { columnRef } from '../resolved/build.ts';
import type { ResolvedCte, Scan, WithScan } from '../resolved/resolved.ts';
import { castColumns } from './set-operations.ts';

/** The CTEs of a WITH, each before those that read it. */
interface ResolvedWith {
  readonly ctes: readonly ResolvedCte[];
  readonly scope: CteScope;
}

/** Resolves a WITH; its CTEs must not have the names in `taken`. */
export function resolveWith(node: With, environment: Environment, taken?: CteScope): ResolvedWith {
  const names = new Set<string>();
  for (const { name } of node.ctes) {
    const key = name.name.toLowerCase();
    if (names.has(key) || taken?.find(key)) {
      throw new SqlError(`Duplicate alias ${excerpt(name.name)} for WITH subquery`, name.at);
    }
    names.add(key);
  }
  const reason = 'A recursive reference from inside an inner WITH entry is not allowed';
  return withRecursionBlocked(environment.recursion, reason, () =>
    node.recursive
      ? new RecursiveWith(node, environment).resolve()
      : resolveInOrder(node, environment),
  );
}

function resolveInOrder(node: With, environment: Environment): ResolvedWith {
  const ctes: ResolvedCte[] = [];
  let { ctes: scope } = environment;
  for (const cte of node.ctes) {
    // Of the query around it, a CTE sees only other CTEs.
    const own = { ...environment, ctes: scope, outer: undefined, isSubquery: false };
    const resolved = resolveCte(cte, own);
    ctes.push(resolved);
    scope = new CteScope(scope);
    scope.add({ name: cte.name.name, reference: () => resolved });
  }
  return { ctes, scope: scope ?? new CteScope(undefined) };
}

/** The rows of a query that reads CTEs. */
export function withScan({ recursive }: With, ctes: readonly ResolvedCte[], body: Scan): WithScan {
  return { kind: 'with', recursive, ctes, body, columns: body.columns };
}

/** The maximum number of CTEs that wait for a later one. */
const MAX_OPEN = 100;

/** The state of resolving a CTE of WITH RECURSIVE. */
interface CteProgress {
  readonly cte: Cte;
  resolved: ResolvedCte | undefined;
  isOpen: boolean;
  /** Resolves a reference inside the CTE itself. */
  own: ((at: number) => CteReference) | undefined;
}

/** Resolves WITH RECURSIVE: its CTEs may be in any order, and refer to themselves in the second part of a UNION. */
class RecursiveWith {
  readonly #node: With;
  readonly #environment: Environment;
  readonly #scope: CteScope;
  readonly #progress: CteProgress[];
  readonly #open: CteProgress[] = [];
  readonly #done: ResolvedCte[] = [];

  constructor(node: With, environment: Environment) {
    this.#node = node;
    this.#scope = new CteScope(environment.ctes);
    this.#environment = { ...environment, ctes: this.#scope, outer: undefined, isSubquery: false };
    this.#progress = node.ctes.map((cte) => {
      return { cte, resolved: undefined, isOpen: false, own: undefined };
    });
    for (const progress of this.#progress) {
      const { name } = progress.cte.name;
      this.#scope.add({ name, reference: (at) => this.#refer(progress, at) });
    }
  }

  resolve(): { readonly ctes: readonly ResolvedCte[]; readonly scope: CteScope } {
    for (const progress of this.#progress) this.#resolveCte(progress);
    return { ctes: this.#done, scope: this.#scope };
  }

  #refer(progress: CteProgress, at: number): CteReference {
    if (!progress.isOpen) return this.#resolveCte(progress);
    const isInnermost = this.#open.at(-1) === progress;
    if (isInnermost && progress.own) return progress.own(at);
    const cycle = this.#open.slice(this.#open.indexOf(progress));
    const path = [...cycle.slice(-1), ...cycle].map(({ cte }) => cte.name.name);
    throw new SqlError(
      `Unsupported WITH entry dependency cycle: ${excerpt(path.join(' => '))}`,
      this.#node.at,
    );
  }

  #resolveCte(progress: CteProgress): ResolvedCte {
    if (progress.resolved) return progress.resolved;
    if (this.#open.length >= MAX_OPEN) {
      throw new SqlError('WITH entries refer to each other too deeply', progress.cte.at);
    }
    progress.isOpen = true;
    this.#open.push(progress);
    const resolved = this.#resolveOpen(progress);
    this.#open.pop();
    progress.isOpen = false;
    progress.resolved = resolved;
    this.#done.push(resolved);
    return resolved;
  }

  /**
   * Resolves the first part of a UNION on its own; if the second part never refers to the CTE, the CTE is not
   * recursive.
   */
  #resolveOpen(progress: CteProgress): ResolvedCte {
    const { cte } = progress;
    const { session } = this.#environment;
    const union = recursiveForm(cte.query);
    if (!union) {
      progress.own = () => refuseForm(cte.query.at);
      return resolveCte(cte, this.#inner(undefined));
    }
    progress.own = (at) => refuseFirst(at);
    // Its own WITH does not depend on it, and so comes before it.
    const before = cte.query.with && resolveWith(cte.query.with, this.#inner(undefined));
    const around = (recursion?: Recursion): Environment => {
      const own = this.#inner(recursion);
      return before ? { ...own, ctes: before.scope } : own;
    };
    const start = session.query(queryOf(union.start, cte.query.at), around());
    const id = session.newCteId();
    const output = start.output.map(({ name, column }): QueryColumn => {
      return { name, column: session.newColumn(name, column.type), literal: undefined };
    });
    const recursion: Recursion = { blocked: undefined, references: 0, at: 0 };
    const self = { id, columns: output, isValueTable: start.isValueTable };
    progress.own = (at) => refer(recursion, self, at);
    const step = session.query(queryOf(union.step, cte.query.at), around(recursion));
    if (recursion.references === 0) {
      progress.own = undefined;
      return resolveCte(cte, this.#inner(undefined));
    }
    this.#done.push(...(before?.ctes ?? []));
    checkColumns(start, step, union.node);
    const types = start.output.map(({ column }) => column.type);
    const inputs = [start, step].map((input) => castColumns(input, types, cte.query.at, session));
    const columns = output.map(({ column }) => column);
    const { quantifier } = union.node;
    return {
      ...{ id, name: cte.name.name, columns: output, isValueTable: start.isValueTable },
      isRecursive: true,
      scan: { kind: 'set_operation', operator: 'UNION', quantifier, inputs, columns },
    };
  }

  #inner(recursion: Recursion | undefined): Environment {
    return { ...this.#environment, recursion };
  }
}

/** Resolves a CTE that does not refer to itself. */
function resolveCte(cte: Cte, environment: Environment): ResolvedCte {
  const { session } = environment;
  const { scan, output: columns, isValueTable } = session.query(cte.query, environment);
  const id = session.newCteId();
  return { id, name: cte.name.name, scan, columns, isValueTable, isRecursive: false };
}

interface RecursiveForm {
  readonly node: SetOperation;
  readonly start: QueryBody;
  readonly step: QueryBody;
}

function recursiveForm({ body, orderBy, limit }: Query): RecursiveForm | undefined {
  if (body.kind !== 'set_operation' || body.operator !== 'UNION') return undefined;
  if (body.match) {
    throw new SqlError('CORRESPONDING in the UNION of a recursive query is not supported', body.at);
  }
  if (orderBy.length > 0 || limit) return undefined;
  const inputs = body.inputs.slice(0, -1);
  const [first, ...more] = inputs;
  const step = body.inputs.at(-1);
  if (!first || !step) return undefined;
  return { node: body, start: more.length === 0 ? first : { ...body, inputs }, step };
}

function refer(recursion: Recursion, self: CteReference, at: number): CteReference {
  if (recursion.blocked) throw new SqlError(recursion.blocked, at);
  if (recursion.references > 0) {
    throw new SqlError('Multiple recursive references in one recursive term are not allowed', at);
  }
  recursion.references += 1;
  recursion.at = at;
  return self;
}

function refuseFirst(at: number): never {
  throw new SqlError('Recursive reference is not allowed in non-recursive UNION term', at);
}

function refuseForm(at: number): never {
  throw new SqlError(
    'Recursive query does not have the form <non-recursive-term> UNION [ALL|DISTINCT] <recursive-term>',
    at,
  );
}

/** Checks that the second part coerces to the types of the first. */
function checkColumns(start: ResolvedQuery, step: ResolvedQuery, node: SetOperation): void {
  const at = node.inputs.at(-1)?.at ?? node.at;
  if (start.output.length !== step.output.length) {
    throw new SqlError(
      `Queries in UNION ${node.quantifier} have mismatched column count; query 1 has ${start.output.length} columns, query 2 has ${step.output.length} columns`,
      at,
    );
  }
  step.output.forEach(({ column, literal }, i) => {
    const wanted = start.output[i]?.column.type ?? column.type;
    if (coerce(literal ?? columnRef(column), wanted, at)) return;
    throw new SqlError(
      `Cannot coerce column ${i + 1} of recursive term (${shownTypeName(column.type)}) to column type in non-recursive term ( ${shownTypeName(wanted)})`,
      at,
    );
  });
}
