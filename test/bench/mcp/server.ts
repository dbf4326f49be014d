/** The service with as many endpoints as the argument says; its engine answers the same rows at once. */
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { PROJECT } from '../../support/project.ts';
import { ROWS } from '../cache/question.ts';
import { tellReady } from '../cache/ready.ts';
import { openScriptedService } from '../scripted-service.ts';

const count = Number(process.argv[2]);
const own = prepareEndpoints(PROJECT);
const model = own.find(({ definition }) => definition.name === 'functions.invocation-stats');
if (!model) throw new Error('There is no endpoint "functions.invocation-stats"');
const copies = Array.from({ length: Math.max(0, count - own.length) }, (_, i) => ({
  ...model,
  views: new Map(),
  definition: {
    ...model.definition,
    views: undefined,
    id: `b5e0c3ac-0d0c-4bb5-9a3c-${String(i).padStart(12, '0')}`,
    name: `copy-${i}`,
    field: `copy${i}`,
    parameters: { project: { ...model.definition.parameters['project'] } },
  },
}));
const { server, key } = await openScriptedService({
  rowsOf: () => ROWS,
  // A pinned statement is made at its first use, by a getter that copies would call.
  endpoints: [...own, ...(copies as unknown as typeof own)],
});
tellReady(server, key);
