import type { ResolvedStatement } from '../../analysis/resolved/resolved.ts';
import type { ProvenField } from '../proven-type.ts';
import { expressionFacts } from './expressions.ts';
import { provenType, unproven } from './facts.ts';
import { type Proof, Rows } from './rows.ts';
import { scanRows } from './scans.ts';

/**
 * The maximum number of scans that a proof looks at: subqueries and recursive CTEs in each other are looked at again and
 * again. Nothing is proven of the rows of further ones.
 */
const MAX_SCANS = 50_000;

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
  let scans = 0;
  const proof: Proof = {
    required,
    ctes: new Map(),
    facts: (expression, rows) => expressionFacts(expression, rows, proof),
    rows: (input, outer) => {
      scans += 1;
      return scans > MAX_SCANS
        ? new Rows({ own: new Map(), outer })
        : scanRows(input, outer, proof);
    },
  };
  const rows = proof.rows(scan, undefined);
  return output.map(({ name, column: { id, type } }) => {
    return { name, type: provenType(type, rows.of(id) ?? unproven(type)) };
  });
}
