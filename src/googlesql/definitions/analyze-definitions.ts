import { analyze } from '../analysis/analyze.ts';
import { analyzeBody } from '../analysis/analyze-body.ts';
import { resolveTypeName } from '../analysis/expressions/type-names.ts';
import type { ResolvedStatement } from '../analysis/resolved/resolved.ts';
import { excerpt } from '../excerpt.ts';
import { coerce } from '../functions/core/signatures/coercion.ts';
import { SqlError } from '../sql-error.ts';
import type { Expression } from '../syntax/tree/ast.ts';
import type { Table } from '../table.ts';
import { shortTypeName } from '../types.ts';
import {
  type Definitions,
  type FunctionDefinition,
  sourceOf,
  type ViewDefinition,
} from './definition.ts';
import { inSource } from './in-source.ts';
import { Expansion } from './substitute.ts';
import type { Expander } from './substitution.ts';

/** Definitions that were analysed, each by itself. */
export interface AnalyzedDefinitions {
  /** The views without mistakes, by name. */
  readonly views: ReadonlyMap<string, ResolvedStatement>;
  /** Every mistake, each once; its source is the definition that it is in. */
  readonly errors: readonly SqlError[];
}

/**
 * Analyses views and functions by themselves, so that their mistakes are found at their places in their own texts.
 *
 * A function with an argument of ANY TYPE is analysed where it is called; of it, only what it calls and reads is checked.
 */
export function analyzeDefinitions(
  definitions: Definitions,
  tables: ReadonlyMap<string, Table>,
): AnalyzedDefinitions {
  const expander = new Expansion(definitions).for([]);
  const collected = new CollectedErrors();
  analyzeFunctions(definitions.functions, expander, tables, collected);
  const views = definitions.views.flatMap((view): [string, ResolvedStatement][] => {
    const resolved = collected.run(() => analyzeView(view, expander, tables));
    return resolved ? [[view.name, resolved]] : [];
  });
  return { views: new Map(views), errors: collected.errors };
}

/** The mistakes in functions for one query alone, which read and call the definitions too. */
export function analyzeOwnFunctions(
  own: readonly FunctionDefinition[],
  definitions: Definitions,
  tables: ReadonlyMap<string, Table>,
): readonly SqlError[] {
  const collected = new CollectedErrors();
  analyzeFunctions(own, new Expansion(definitions).for(own), tables, collected);
  return collected.errors;
}

class CollectedErrors {
  readonly #errors = new Map<string, SqlError>();

  get errors(): readonly SqlError[] {
    return [...this.#errors.values()];
  }

  /** The result of the work; undefined if it is refused. A definition that reads a wrong one has the same mistake. */
  run<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      const { source, offset, message } = error;
      const key = JSON.stringify([source?.kind, source?.name, offset, message]);
      if (!this.#errors.has(key)) this.#errors.set(key, error);
      return undefined;
    }
  }
}

function analyzeFunctions(
  functions: readonly FunctionDefinition[],
  expander: Expander,
  tables: ReadonlyMap<string, Table>,
  collected: CollectedErrors,
): void {
  for (const definition of repeated(functions)) collected.run(() => refuseRepeated(definition));
  for (const definition of functions) {
    collected.run(() => {
      const { tree } = expander.expandFunction(definition, definition.at);
      inSource(sourceOf(definition), () => checkBody(definition, tree, tables));
    });
  }
}

/** The functions whose names others before them have. */
function repeated(functions: readonly FunctionDefinition[]): readonly FunctionDefinition[] {
  const names = new Set<string>();
  return functions.filter(({ name }) => {
    const key = name.toLowerCase();
    const isRepeated = names.has(key);
    names.add(key);
    return isRepeated;
  });
}

function refuseRepeated(definition: FunctionDefinition): never {
  throw new SqlError(`Function ${excerpt(definition.name)} is defined twice`, definition.at, {
    source: sourceOf(definition),
  });
}

function checkBody(
  { arguments: declared, returns }: FunctionDefinition,
  body: Expression,
  tables: ReadonlyMap<string, Table>,
): void {
  const result = returns && resolveTypeName(returns);
  const args = declared.flatMap(({ name, type }) =>
    type ? [{ name: name.name, type: resolveTypeName(type) }] : [],
  );
  if (args.length < declared.length) return;
  const value = analyzeBody(body, { arguments: args, tables });
  if (!result || coerce(value, result, body.at)) return;
  throw new SqlError(
    `Function declared to return ${shortTypeName(result)} but the function body produces incompatible type ${shortTypeName(value.type)}`,
    body.at,
  );
}

function analyzeView(
  view: ViewDefinition,
  expander: Expander,
  tables: ReadonlyMap<string, Table>,
): ResolvedStatement {
  const { tree } = expander.expandView(view, view.query.at);
  return inSource(sourceOf(view), () => {
    if (tables.has(view.name)) {
      throw new SqlError(`There is a table of the name ${excerpt(view.name)}`, view.query.at);
    }
    const resolved = analyze(tree, { tables, parameters: new Map() });
    refuseUnnamed(view, resolved);
    return resolved;
  });
}

/** Refuses columns that no statement can read by a name. */
function refuseUnnamed({ query }: ViewDefinition, { output }: ResolvedStatement): void {
  const unnamed = output.findIndex(({ name }) => /^f\d+_$/.test(name));
  if (unnamed < 0) return;
  const { body } = query;
  const items = body.kind === 'select' ? body.items : [];
  const isListed = items.every(({ kind }) => kind === 'select_expression');
  throw new SqlError(
    `Column ${unnamed + 1} of the view has no name: give it one with AS`,
    (isListed ? items[unnamed] : undefined)?.at ?? query.at,
  );
}
