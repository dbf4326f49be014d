import { excerpt } from '../../excerpt.ts';
import { findFunction } from '../../functions/core/catalogue.ts';
import { SqlError } from '../../sql-error.ts';
import type { AnyNode, Call, Expression, Path } from '../../syntax/tree/ast.ts';
import { callOf } from '../../syntax/tree/call-of.ts';
import { isExpression, mapChildren, mapNodes, mapOperands } from '../../syntax/tree/visit.ts';
import { resolveCount } from '../expressions/literals.ts';
import type { ClauseContext } from '../names/context.ts';
import type { Symbols } from './row-pattern.ts';

/** What begins the names of columns that no text names. */
const HIDDEN = '\0';

/** The name of the window of a partition's rows. */
export const WINDOW = `${HIDDEN}window`;

/** The key by which a scope finds a hidden column. */
export function hiddenKey(name: string): string {
  return HIDDEN + name;
}

/** A hidden column in an expression. */
export function hidden(name: string, at: number): Path {
  return { kind: 'path', at, names: [{ at, name: HIDDEN + name }] };
}

/** A call of a window function over the rows of a partition. */
export function windowCall(name: string, at: number, call: Partial<Call> = {}): Call {
  return {
    ...callOf(name, at),
    ...call,
    over: { kind: 'window_name', at, name: { at, name: WINDOW } },
  };
}

const NAVIGATION: Readonly<Record<string, string>> = { PREV: 'LAG', NEXT: 'LEAD' };

/** A condition of DEFINE, in which PREV and NEXT are window functions; it may have no others. */
export function defineCondition(
  condition: Expression,
  { clause, session }: ClauseContext,
): Expression {
  const leave = (node: Expression): Expression => {
    if (node.kind !== 'call') return node;
    // Inner calls were replaced before.
    if (node.over?.kind === 'window_name' && node.over.name.name === WINDOW) return node;
    if (node.over) throw new SqlError(`Analytic function not allowed in ${clause}`, node.at);
    const name = nameOf(node);
    const target = NAVIGATION[name];
    if (!target) return node;
    refuseModifiers(node, name);
    const [value, offset, ...others] = node.arguments;
    if (!value || others.length > 0) refuseArguments(node, name);
    // What LAG and LEAD refuse would be refused under their names.
    if (offset) resolveCount(offset.value, `Argument 2 to ${name}`, session);
    return windowCall(target, node.at, { arguments: node.arguments });
  };
  const skip = (node: AnyNode) => 'kind' in node && node.kind === 'query';
  return mapNodes({ condition }, { leave, skip }).condition;
}

/** The name of a function, without SAFE. */
function nameOf({ path }: Call): string {
  const name = path.map((part) => part.name.toUpperCase()).join('.');
  return name.replace(/^SAFE\./, '');
}

function refuseModifiers(call: Call, name: string): void {
  const { distinct, having, limit, nulls, orderBy, star } = call;
  if (!(distinct || having || limit || nulls || star || orderBy.length > 0)) return;
  throw new SqlError(`Function ${name} does not support modifiers of its arguments`, call.at);
}

function refuseArguments({ at }: Call, name: string): never {
  throw new SqlError(`Number of arguments does not match for function ${name}`, at);
}

const MATCH_FUNCTIONS: Readonly<Record<string, string>> = {
  MATCH_NUMBER: 'match',
  MATCH_ROW_NUMBER: 'row',
  CLASSIFIER: 'classifier',
};

const ENDS: Readonly<Record<string, 'MIN' | 'MAX'>> = { FIRST: 'MIN', LAST: 'MAX' };

/**
 * A measure whose functions are those of any SELECT: an aggregate has a filter for the rows of its symbol, or for those
 * that there are in an empty match, and the order of the rows where it depends on one.
 */
export class Measures {
  readonly #symbols: Symbols;
  readonly #isColumn: (name: string) => boolean;

  constructor(symbols: Symbols, isColumn: (name: string) => boolean) {
    this.#symbols = symbols;
    this.#isColumn = isColumn;
  }

  rewrite(measure: Expression): Expression {
    return this.#node(measure, false) as Expression;
  }

  #node(node: AnyNode, isAggregated: boolean): AnyNode {
    if (!isExpression(node)) {
      const isQuery = 'kind' in node && node.kind === 'query';
      return isQuery ? node : this.#children(node, isAggregated);
    }
    if (node.kind === 'binary') {
      return mapOperands(node, (operand) => this.#node(operand, isAggregated) as Expression);
    }
    if (node.kind === 'path') return isAggregated ? node : this.#outside(node);
    const isCall = node.kind === 'call' && !node.over;
    return isCall ? this.#call(node, isAggregated) : this.#children(node, isAggregated);
  }

  #call(call: Call, isAggregated: boolean): Expression {
    const name = nameOf(call);
    const column = MATCH_FUNCTIONS[name];
    if (column !== undefined) return this.#function(call, name, column, isAggregated);
    const which = ENDS[name];
    if (which && isAggregated) {
      throw new SqlError('Aggregations of aggregations are not allowed', call.at);
    }
    const isAggregate = which || findFunction(name)?.kind === 'aggregate';
    if (!isAggregate || isAggregated) return this.#children(call, isAggregated);
    return this.#children(this.#filtered(which ? this.#end(call, name, which) : call), true);
  }

  #children<T extends AnyNode>(node: T, isAggregated: boolean): T {
    return mapChildren(node, (child) => this.#node(child, isAggregated));
  }

  #outside(path: Path): Path {
    const name = path.names[0]?.name ?? '';
    if (!this.#symbols.has(name.toLowerCase())) return path;
    throw new SqlError('Cannot access columns through pattern variables.', path.at);
  }

  #function(call: Call, name: string, column: string, isAggregated: boolean): Path {
    refuseModifiers(call, name);
    if (call.arguments.length > 0) refuseArguments(call, name);
    if (isAggregated || name === 'MATCH_NUMBER') return hidden(column, call.at);
    throw new SqlError(`Function ${name} must be an argument of an aggregate function`, call.at);
  }

  /** FIRST and LAST. */
  #end(call: Call, name: string, which: 'MIN' | 'MAX'): Call {
    const { at } = call;
    refuseModifiers(call, name);
    if (call.arguments.length !== 1) refuseArguments(call, name);
    const having = { at, which, expression: hidden('row', at) };
    return { ...call, path: [{ at, name: 'ANY_VALUE' }], having };
  }

  #filtered(call: Call): Call {
    const { at, distinct, orderBy } = call;
    const symbol = this.#symbolOf(call);
    const letter = hidden('symbol', at);
    const filter: Expression = symbol
      ? {
          ...{ kind: 'binary', at, operator: '=', left: letter },
          right: { kind: 'literal', at, type: 'STRING', value: symbol },
        }
      : { kind: 'is', at, operand: letter, negated: true, what: 'NULL' };
    const name = nameOf(call);
    // DISTINCT allows no order but that of its argument.
    const isRow = call.arguments.some(
      ({ value }) => value.kind === 'call' && nameOf(value) === 'MATCH_ROW_NUMBER',
    );
    const isOrdered = orderBy.length > 0 || !findFunction(name)?.allows?.orderBy;
    if (isOrdered || (distinct && !isRow)) return { ...call, filter };
    const expression = hidden('row', at);
    return { ...call, filter, orderBy: [{ at, expression, descending: false, nulls: undefined }] };
  }

  /** The letter of the only symbol whose columns an aggregate reads; undefined if it reads those of all rows. */
  #symbolOf(call: Call): string | undefined {
    const found = new Map<string | undefined, Path>();
    const leave = (node: Expression): Expression => {
      if (node.kind !== 'path') return node;
      const [first, second] = node.names;
      const name = first?.name.toLowerCase() ?? '';
      const letter = this.#symbols.get(name)?.letter;
      if (letter && !second) {
        const text = `\`${excerpt(first?.name ?? '')}\``;
        throw new SqlError(`Pattern variable ${text} cannot be used without a column`, node.at);
      }
      if (letter || this.#isColumn(name)) found.set(letter, node);
      return node;
    };
    const skip = (node: AnyNode) => 'kind' in node && node.kind === 'query';
    mapNodes({ call }, { leave, skip });
    const [only, other] = found.keys();
    if (found.size < 2) return only;
    throw new SqlError(
      'An aggregate function in MEASURES cannot combine columns of different pattern variables, nor with columns of all rows',
      found.get(other)?.at,
    );
  }
}
