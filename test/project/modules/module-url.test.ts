import { expect, test } from 'vitest';
import { loadProject } from '../../../src/project/load-project.ts';
import { projectFolder } from '../../support/project-folder.ts';

test('modules of a project import the package by its name, without node_modules', async () => {
  const folder = projectFolder({
    'fieldstone.json': '{}',
    'endpoints/orders/query.sql': 'SELECT @tier AS tier, @size AS size',
    'endpoints/orders/endpoint.ts': `
      import { defineEndpoint, type ParameterSpec } from 'fieldstone';
      import { SIZES } from '../../sizes.ts';
      const tier: ParameterSpec & { type: 'STRING!' } = { type: 'STRING!', example: 'FREE' };
      export default defineEndpoint({
        parameters: { tier },
        derive: { uses: ['tier'], parameters: { size: 'INT64!' }, compute: ({ tier }) => ({ size: SIZES[tier] ?? 0n }) },
      });`,
    'sizes.ts': `
      import { describe } from 'fieldstone/googlesql';
      const [column] = describe('SELECT 1 AS free').columns;
      export const SIZES: Readonly<Record<string, bigint>> = { [String(column?.name).toUpperCase()]: 7n };`,
  });

  const { endpoints } = await loadProject(folder);

  expect(endpoints.map(({ name }) => name)).toEqual(['orders']);
  expect(endpoints[0]?.derive.compute({ tier: 'FREE' }, 0n)).toEqual({ size: 7n });
});
