import type { Params } from '#db/params.ts';
import type { Access, Grant } from '../access/access.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { ownerWithinReach } from '../query/rows.ts';
import { modelEvents } from './event-record.ts';

/** Which events of the spine somebody may read. The change feed, webhooks and the delivery log share these rules. */

export interface EventFilter {
  /** All that the reader may read, when absent. */
  readonly models?: readonly Model[] | undefined;
  readonly types?: readonly string[] | undefined;
  /** Includes events about accounts, for readers with identity:admin. The feed never shows them. */
  readonly accounts?: boolean;
}

/** Events that are not of records: the model that they name, and the scope that opens them. */
const otherEvents: readonly (readonly [string, string])[] = [
  [modelEvents, 'data:read'],
  ['identity.account', 'identity:read'],
];
const accountEvents = 'identity.security';

const none: ReadonlySet<string> = new Set();
const fieldsOfModel: ReadonlySet<string> = new Set(['fields']);

/** Whether somebody may read events about accounts: who signs in, and from where. */
export const readsAccountEvents = (access: Access): boolean => access.reach('identity:admin') === 'all';

/** SQL of whether a reader may see an event. A narrowed reader needs to reach the owner after the change. */
export function readableEvents(
  access: Access,
  registry: Registry,
  alias: string,
  params: Params,
  filter: EventFilter = {},
): string {
  const wanted = filter.models ?? registry.models;
  const grants = wanted.flatMap((model) =>
    access.reach(model.scopes.read) === undefined ? [] : [access.grant(model, 'read')],
  );
  const whole = grants.filter(({ reach }) => reach === 'all').map(({ model }) => model.name);
  const others = filter.models ? [] : otherEvents.filter(([, scope]) => access.reach(scope) !== undefined);
  const accounts = filter.accounts && readsAccountEvents(access) ? [accountEvents] : [];
  const narrowed = Map.groupBy(
    grants.filter(({ reach }) => reach !== 'all'),
    ({ model, reach }: Grant) => `${model.ownerField.key} ${reach}`,
  );
  const conditions = [
    `${alias}.model = any(${params.add([...whole, ...others.map(([name]) => name), ...accounts], 'text[]')})`,
    ...[...narrowed.values()].map((some) => {
      const [grant] = some as [Grant];
      const names = params.add(
        some.map(({ model }) => model.name),
        'text[]',
      );
      const owner = `coalesce(${alias}.record, ${alias}.previous)->>'${grant.model.ownerField.key}'`;
      return `(${alias}.model = any(${names}) and ${ownerWithinReach(grant, `(${owner})`, params, 'text')})`;
    }),
  ];
  const types = filter.types ? ` and ${alias}.type = any(${params.add(filter.types, 'text[]')})` : '';
  return `(${conditions.join(' or ')})${types}`;
}

/** The fields that are left out of an event of a model, `module.slug`. */
export function hiddenFields(access: Access, registry: Registry, name: string): ReadonlySet<string> {
  if (!access.hidesFields) return none;
  // The event of a model lists its fields by name.
  if (name === modelEvents) return fieldsOfModel;
  const [moduleKey = '', slug = ''] = name.split('.');
  const model = registry.find(moduleKey, slug);
  return model && access.reach(model.scopes.read) !== undefined ? access.grant(model, 'read').hidden : none;
}

const unlimited = new WeakMap<Access, { registry: Registry; all: boolean }>();

/** Whether somebody reads every record of every model, with all fields. Judged once per access: webhooks ask often. */
export function readsAllRecords(access: Access, registry: Registry): boolean {
  const known = unlimited.get(access);
  if (known?.registry === registry) return known.all;
  const scopes = new Set([
    ...registry.models.map(({ scopes }) => scopes.read),
    ...otherEvents.map(([, scope]) => scope),
  ]);
  const all = !access.hidesFields && [...scopes].every((scope) => access.reach(scope) === 'all');
  unlimited.set(access, { registry, all });
  return all;
}

/** Which events are meant: those of records of these models, and perhaps those that are not of records. */
export interface EventRange {
  readonly models: readonly Model[];
  readonly others: boolean;
}

/** What the other one may read of some events, or of all, that the first may not: a scope or a field. */
export function readsBeyond(
  access: Access,
  other: Access,
  registry: Registry,
  { models, others }: EventRange = { models: registry.models, others: true },
): string | undefined {
  if (access === other || readsAllRecords(access, registry)) return undefined;
  const beyond = access.readableOnlyBy(other, models);
  if (beyond !== undefined || !others) return beyond;
  return otherEvents.find(([, scope]) => other.reach(scope) !== undefined && access.reach(scope) === undefined)?.[1];
}
