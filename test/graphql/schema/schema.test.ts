import { readFileSync } from 'node:fs';
import { isObjectType, Kind, parse, print, visit } from 'graphql';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { printSdl, SDL_FILE } from '../../../src/graphql/print.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { PROJECT } from '../../support/project.ts';

const schema = createSchema(prepareEndpoints(PROJECT));

test('createSchema prints what is committed', () => {
  expect(printSdl(schema)).toBe(readFileSync(SDL_FILE, 'utf8'));
});

const DESCRIBED = new Set<string>([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
]);

test('createSchema describes every type, field, argument and enum value', () => {
  const missing: string[] = [];
  visit(parse(printSdl(schema)), {
    enter(node) {
      if (DESCRIBED.has(node.kind) && !('description' in node && node.description)) {
        missing.push(print(node));
      }
    },
  });

  expect(missing).toEqual([]);
});

test.each([
  ['Query.functionsInvocationStats', 'FunctionsInvocationStatsResult'],
  ['Query.logsAll', 'LogsAllResult'],
  ['Query.usageApiCounts', 'UsageApiCountsResult'],
  ['Query.sandbox', 'SandboxResult'],
  ['Query.endpoints', '[Endpoint!]!'],
  ['FunctionsInvocationStatsRow.minExecutionTime', 'Float'],
  ['FunctionsInvocationStatsRow.count', 'SafeInt!'],
  ['FunctionsInvocationStatsRow.timestamp', 'DateTime!'],
  ['UsageApiCountsRow.timestamp', 'DateTime!'],
  ['LogsAllRow.id', 'ID'],
  ['LogsAllRow.eventMessage', 'String'],
  ['LogsAllRow.metadata', '[EdgeLogMetadata!]!'],
  ['LogsAllRow.metadataJson', 'JSON!'],
  ['EdgeLogMetadata.request', '[EdgeLogMetadataRequest!]!'],
  ['EdgeLogMetadataRequestCf.asn', 'Int64'],
  ['EdgeLogMetadataRequestCfBotManagement.detectionIds', '[Int64!]!'],
  ['ResultMeta.bytesBilled', 'SafeInt'],
  ['ResultMeta.bytesSaved', 'SafeInt'],
  ['SandboxResult.rows', '[JSON!]!'],
])('%s is a %s', (path, type) => {
  const [parent = '', field = ''] = path.split('.');
  const owner = schema.getType(parent);

  expect(isObjectType(owner) && owner.getFields()[field]?.type.toString()).toBe(type);
});
