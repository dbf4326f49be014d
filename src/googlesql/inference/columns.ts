import type { ResolvedStatement } from '../analysis/resolved/resolved.ts';
import { expressionFacts } from './expressions.ts';
import { provenType, unproven } from './facts.ts';
import type { ProvenField } from './proven-type.ts';
import type { Proof } from './rows.ts';
import { scanRows } from './scans.ts';

/**
 * The columns of a statement's result with what is proven of their values; `required` are the lower-case names of the
 * parameters that are never NULL.
 *
 * A proof holds whatever the tables contain that their schemas allow. FLOAT64 and JSON are required only where no value
 * is one that JSON writes as null, too: NaN, the infinities, and JSON's own null.
 */
export function describeColumns(
  { scan, output }: ResolvedStatement,
  required: ReadonlySet<string>,
): readonly ProvenField[] {
  const proof: Proof = {
    required,
    ctes: new Map(),
    facts: (expression, rows) => expressionFacts(expression, rows, proof),
    rows: (input, outer) => scanRows(input, outer, proof),
  };
  const rows = proof.rows(scan, undefined);
  return output.map(({ name, column: { id, type } }) => {
    return { name, type: provenType(type, rows.of(id) ?? unproven(type)) };
  });
}
