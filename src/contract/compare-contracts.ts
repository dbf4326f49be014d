import type { Change, Client, Subject } from './change.ts';
import { compareColumns, compareViews } from './compare-columns.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareSettings } from './compare-settings.ts';
import { compareTenants } from './compare-tenants.ts';
import type { Contract, ContractEndpoint } from './contract.ts';
import { changesOf, type Finding } from './kinds/kinds.ts';
import { pairNames } from './pair-names.ts';

/** An endpoint with its name. */
interface Named {
  readonly name: string;
  readonly endpoint: ContractEndpoint;
}

/** Every change between two contracts, by endpoint in the order of their names. */
export function compareContracts(before: Contract, now: Contract): readonly Change[] {
  const { added, removed, same } = pairNames(named(before), named(now));
  const renamed = removed.flatMap((one): readonly (readonly [Named, Named])[] => {
    const other = added.find(({ endpoint }) => endpoint.id === one.endpoint.id);
    return other ? [[one, other]] : [];
  });
  const moved = new Set(renamed.flat());
  const whole = (kind: 'endpoint-added' | 'endpoint-removed', subject: Subject) => {
    return ({ endpoint, name }: Named): readonly Change[] =>
      changesOf(name, { kind, subject, words: { field: endpoint.field } }, absentIn(endpoint));
  };
  return [
    ...removed
      .filter((one) => !moved.has(one))
      .flatMap(whole('endpoint-removed', { part: 'contract' })),
    ...added
      .filter((one) => !moved.has(one))
      .flatMap(whole('endpoint-added', { part: 'endpoint' })),
    ...[...renamed, ...same].flatMap(([one, other]) => compareEndpoints(one, other)),
  ].sort((one, other) => compareTexts(one.endpoint, other.endpoint));
}

function named({ endpoints }: Contract): readonly Named[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint }));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function compareEndpoints(before: Named, now: Named): readonly Change[] {
  const [one, other] = [before.endpoint, now.endpoint];
  const findings: readonly Finding[] = [
    ...compareNames(before, now),
    ...compareParameters(one, other),
    ...compareColumns(one.columns, other.columns),
    ...compareSettings(one, other),
    ...compareTenants(one.tenant, other.tenant),
    // A sandbox that is opened or closed is a change of its own.
    ...(one.views && other.views ? compareViews(one.views, other.views) : []),
  ];
  const absent = absentIn(one, other);
  return findings.flatMap((finding) => changesOf(now.name, finding, absent));
}

/** The clients that none of these versions of an endpoint has. */
function absentIn(...versions: readonly ContractEndpoint[]): ReadonlySet<Client> {
  const hasSandbox = versions.some(({ settings }) => settings.sandbox);
  return new Set(hasSandbox ? [] : ['sandbox']);
}

function compareNames(before: Named, now: Named): readonly Finding[] {
  const subject: Subject = { part: 'endpoint' };
  if (before.name !== now.name) {
    const words = { before: before.name, now: now.name };
    return [{ kind: 'endpoint-renamed', subject, words }];
  }
  const [one, other] = [before.endpoint, now.endpoint];
  return [
    ...(one.id === other.id
      ? []
      : [
          {
            kind: 'endpoint-id' as const,
            subject: { part: 'setting', name: 'id' } as const,
            words: { before: one.id, now: other.id },
          },
        ]),
    ...(one.field === other.field
      ? []
      : [
          {
            kind: 'endpoint-field' as const,
            subject,
            words: { before: one.field, now: other.field },
          },
        ]),
  ];
}
