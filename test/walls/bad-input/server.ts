/** The service as it runs, but that its engine answers no rows at once. */
import { tellReady } from '../../bench/cache/ready.ts';
import { openScriptedService } from '../../bench/scripted-service.ts';

const { server, key } = await openScriptedService({ rowsOf: () => [] });
tellReady(server, key);
