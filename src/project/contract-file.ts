import { z } from 'zod';
import { ProjectError } from './problems/project-error.ts';
import { readProjectJson } from './problems/read-json.ts';

/** What the contract of an earlier print says of an endpoint whose text is not compiled here. */
export type ForeignContract = z.output<typeof FOREIGN>;

const FOREIGN = z.object({
  /** The hash of the text. */
  text: z.string(),
  parameters: z.record(z.string(), z.object({ type: z.string() })),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});

const CONTRACT = z.object({ endpoints: z.record(z.string(), FOREIGN.optional().catch(undefined)) });

/**
 * The endpoints in a project's `contract.json` whose texts are not compiled here, by name. None where it cannot be read:
 * it is written again from the project then.
 */
export function readForeignContracts(
  folder: string,
  schemaFolder: string,
): ReadonlyMap<string, ForeignContract> {
  try {
    const { value } = readProjectJson(folder, `${schemaFolder}/contract.json`, CONTRACT);
    return new Map(
      Object.entries(value.endpoints).flatMap(([name, one]) => (one ? [[name, one] as const] : [])),
    );
  } catch (error) {
    if (error instanceof ProjectError) return new Map();
    throw error;
  }
}
