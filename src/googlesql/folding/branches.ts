import type { Call, Case, Expression } from '../syntax/tree/ast.ts';
import type { Type } from '../types.ts';
import { type Constant, castTo, type FoldedConstants, writtenConstant } from './constants.ts';
import type { ResolvedTypes } from './resolved-types.ts';

/** An expression after folding, and as the query has it. */
interface Branch {
  readonly now: Expression;
  readonly original: Expression;
}

/** Folds what chooses one of several values; what is chosen keeps the type of the choice. */
export class BranchFolding {
  readonly #constants: FoldedConstants;
  readonly #types: ResolvedTypes;

  constructor(constants: FoldedConstants, types: ResolvedTypes) {
    this.#constants = constants;
    this.#types = types;
  }

  /** COALESCE and IFNULL without their first arguments that are NULL, IF without its condition. */
  call(now: Call, original: Call): Expression {
    const type = this.#types.of(original);
    const name = plainName(now);
    if (!type || !name) return now;
    const branches = now.arguments.map((argument, i) => ({
      now: argument.value,
      original: original.arguments[i]?.value ?? argument.value,
    }));
    if (name === 'IF') return this.#if(now, branches, type);
    return this.#coalesce(now, branches, type);
  }

  #if(now: Call, [condition, then, otherwise]: readonly Branch[], type: Type): Expression {
    const value = condition && this.#constants.of(condition.now);
    if (!value || !then || !otherwise) return now;
    return this.#chosen(value === 'TRUE' ? then : otherwise, type);
  }

  #coalesce(now: Call, branches: readonly Branch[], type: Type): Expression {
    const found = branches.findIndex((branch) => !this.#isNull(branch.now));
    const first = found < 0 ? branches.length : found;
    const skipped = branches.slice(0, first);
    if (skipped.every((branch) => this.#constants.of(branch.now) === undefined)) return now;
    const rest = branches.slice(first);
    const [only, ...more] = rest;
    if (!only) return this.#constants.null(type, now.at);
    if (more.length === 0) return this.#chosen(only, type);
    const values = this.#chosenOf(rest, type);
    return {
      ...now,
      arguments: now.arguments.slice(first).map((a, i) => ({ ...a, value: values[i] ?? a.value })),
    };
  }

  #isNull(node: Expression): boolean {
    return (this.#constants.of(node) ?? writtenConstant(node)) === 'NULL';
  }

  /** CASE without the branches that are not taken; one that is always taken ends it. */
  case(now: Case, original: Case): Expression {
    const type = this.#types.of(original);
    if (!type) return now;
    const conditions = now.branches.map(({ when }) => this.#condition(when, now.operand));
    if (conditions.every((condition) => condition === undefined)) return now;
    const all = now.branches.map((branch, i) => ({
      branch,
      condition: conditions[i],
      value: { now: branch.then, original: original.branches[i]?.then ?? branch.then },
    }));
    const end = conditions.indexOf('TRUE');
    const open = all.slice(0, end < 0 ? all.length : end).filter((one) => !one.condition);
    const taken = end < 0 ? branchOf(now.else, original.else) : all[end]?.value;
    if (open.length === 0) {
      return taken ? this.#chosen(taken, type) : this.#constants.null(type, now.at);
    }
    const rest = [...open.map(({ value }) => value), ...(taken ? [taken] : [])];
    const values = this.#chosenOf(rest, type);
    // biome-ignore lint/suspicious/noThenProperty: a branch is a plain record; nothing awaits it
    const branches = open.map(({ branch }, i) => ({ ...branch, then: values[i] ?? branch.then }));
    return { ...now, branches, else: taken && (values[open.length] ?? taken.now) };
  }

  /** The value of a branch's condition: its own, or that of comparing it with the operand of CASE. */
  #condition(when: Expression, operand: Expression | undefined): Constant | undefined {
    if (!operand) return this.#constants.of(when);
    const isNull = [when, operand].some((side) => this.#constants.of(side) === 'NULL');
    return isNull ? 'NULL' : undefined;
  }

  /** The one value that is left; a constant of the query is one that folding found then. */
  #chosen({ now, original }: Branch, type: Type): Expression {
    const value = this.#constants.of(now) ?? writtenConstant(now);
    if (value === 'NULL') return this.#constants.null(type, now.at);
    if (value) return this.#constants.condition(value, now.at);
    return this.#types.isFixed(original, type) ? now : castTo(now, type, now.at);
  }

  /** The values among which there is still a choice: as they are, where their common type is still the same. */
  #chosenOf(branches: readonly Branch[], type: Type): readonly Expression[] {
    const originals = branches.map(({ original }) => original);
    if (this.#types.isCommon(originals, type)) return branches.map(({ now }) => now);
    return branches.map((branch) => this.#chosen(branch, type));
  }
}

function branchOf(
  now: Expression | undefined,
  original: Expression | undefined,
): Branch | undefined {
  return now && { now, original: original ?? now };
}

const FOLDED: ReadonlySet<string> = new Set(['COALESCE', 'IFNULL', 'IF']);

/** The name of a call of one of these functions, in upper case. */
function plainName({ path: [name, ...more] }: Call): string | undefined {
  const key = name?.name.toUpperCase() ?? '';
  return more.length === 0 && FOLDED.has(key) ? key : undefined;
}
