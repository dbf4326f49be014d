import { nameList } from '#googlesql';
import { prepareEndpoints } from '../../catalog/prepare.ts';
import { createSchema } from '../../graphql/schema/schema.ts';
import type { Project } from '../../project/load-project.ts';
import { UsageError } from '../command-error.ts';
import { endpointContract } from './contract.ts';
import { describeText } from './describe-text.ts';

/** All that is said and inferred of an endpoint of a project; a wrong name is wrong use. */
export function describeOne(project: Project, name: string, format: string): string {
  const endpoints = prepareEndpoints(project);
  const endpoint = endpoints.find(({ definition }) => definition.name === name);
  if (!endpoint) {
    const names = nameList(endpoints.map(({ definition }) => definition.name));
    throw new UsageError(`There is no endpoint "${name}"; there are ${names || 'none'}`);
  }
  const schema = createSchema(endpoints);
  if (format === 'json') {
    return `${JSON.stringify(endpointContract(endpoint, schema), undefined, 2)}\n`;
  }
  return describeText(endpoint, schema);
}
