import type { Params } from '#db/params.ts';
import { type Access, type Grant, isLogged } from '../access/access.ts';
import type { Model } from '../models/model.ts';
import type { OtherEvents, Registry } from '../models/registry.ts';
import { platformScopes } from '../platform-names.ts';
import { ownerWithinReach } from '../query/rows.ts';

/** Selects events for a caller. The change feed, webhooks and the delivery log share these rules. */

export interface EventFilter {
  /** Defaults to all models that the reader may read. */
  readonly models?: readonly Model[] | undefined;
  readonly types?: readonly string[] | undefined;
  /** Includes security events of accounts, for readers with identity:admin. The feed never shows them. */
  readonly accounts?: boolean;
  /** Includes events of records with an audience, even if the reader does not belong to it: see `withinAudience`. */
  readonly audiences?: boolean;
}

const none: ReadonlySet<string> = new Set();

/** True when the caller may read security events: who signs in, and from where. */
export const readsAccountEvents = (access: Access): boolean => access.reach(platformScopes.accounts) === 'all';

const mayRead = (access: Access, { scope, ofAnyOwner }: OtherEvents): boolean =>
  ofAnyOwner ? access.reach(scope) === 'all' : access.reach(scope) !== undefined;

/** Events that are not about records, except those about accounts. */
const feedEvents = ({ otherEvents }: Registry): OtherEvents[] => otherEvents.filter(({ ofAccounts }) => !ofAccounts);

/**
 * SQL condition: the reader may see the event. A reach of `own` or `team` is compared with the owner after the change.
 * Without `audiences`, events of records with an audience are only for readers who see all records of the model.
 */
export function readableEvents(
  access: Access,
  registry: Registry,
  alias: string,
  params: Params,
  filter: EventFilter = {},
): string {
  const models = filter.models ?? registry.models;
  const grants = models.flatMap((model) =>
    access.reach(model.scopes.read) === undefined || !isCovered(access, model, filter)
      ? []
      : [access.grant(model, 'read')],
  );
  const unrestricted = grants.filter(({ reach }) => reach === 'all').map(({ model }) => model.name);
  const others = filter.models ? [] : feedEvents(registry).filter((events) => mayRead(access, events));
  const accounts =
    filter.accounts && readsAccountEvents(access) ? registry.otherEvents.filter(({ ofAccounts }) => ofAccounts) : [];
  const names = [...others, ...accounts].map(({ name }) => name);
  const restricted = Map.groupBy(
    grants.filter(({ reach }) => reach !== 'all'),
    ({ model, reach }: Grant) => `${model.ownerField.key} ${reach}`,
  );
  const conditions = [
    `${alias}.model = any(${params.add([...unrestricted, ...names], 'text[]')})`,
    ...[...restricted.values()].map((group) => {
      const [grant] = group as [Grant];
      const models = params.add(
        group.map(({ model }) => model.name),
        'text[]',
      );
      const owner = `coalesce(${alias}.record, ${alias}.previous)->>'${grant.model.ownerField.key}'`;
      return `(${alias}.model = any(${models}) and ${ownerWithinReach(grant, `(${owner})`, params, 'text')})`;
    }),
  ];
  const closed = filter.audiences
    ? []
    : openEvents(
        access,
        alias,
        grants.filter(({ model }) => isConfidential(model) && !access.seesAllOf(model)),
      );
  const types = filter.types ? ` and ${alias}.type = any(${params.add(filter.types, 'text[]')})` : '';
  return `(${conditions.join(' or ')})${closed.map((condition) => ` and ${condition}`).join('')}${types}`;
}

/** Excludes models whose records only one user sees, such as drafts: no feed contains them. */
const isCovered = (access: Access, model: Model, { audiences = false }: EventFilter): boolean =>
  access.seesAllOf(model) || isConfidential(model) || (audiences && model.audience?.hiddenFromAdmins !== true);

/** True when nobody sees all records of the model, but some of its records are for everybody. */
const isConfidential = ({ audience }: Model): boolean =>
  audience?.hiddenFromAdmins === true && audience.visibility !== undefined;

/**
 * Limits webhooks to events of confidential records that everybody may read. Records for only some readers are
 * excluded: an administrator who changes the URL of a webhook would get what its owner may read.
 */
function openEvents(access: Access, alias: string, grants: readonly Grant[]): string[] {
  return grants.map(({ model: { name, audience } }) => {
    const open = audience && access.linkedReach(audience) === 'all' ? `'everyone', 'linked'` : `'everyone'`;
    const visibility = `coalesce(${alias}.record, ${alias}.previous)->>'${audience?.visibility}'`;
    return `(${alias}.model <> '${name}' or coalesce(${visibility}, 'everyone') in (${open}))`;
  });
}

/** The fields to remove from the events of a model, which is given as `module.slug`. */
export function hiddenFields(access: Access, registry: Registry, name: string): ReadonlySet<string> {
  const other = registry.otherEvents.find((events) => events.name === name);
  if (other) return (access.hidesFields && other.changedByView) || none;
  const [moduleKey = '', slug = ''] = name.split('.');
  const model = registry.find(moduleKey, slug);
  return model && access.reach(model.scopes.read) !== undefined ? access.grant(model, 'read').hidden : none;
}

const readsAll = new WeakMap<Access, { registry: Registry; all: boolean }>();

/** True when the caller may read all records of all models with all fields. Cached, because webhooks ask often. */
export function readsAllRecords(access: Access, registry: Registry): boolean {
  const cached = readsAll.get(access);
  if (cached?.registry === registry) return cached.all;
  const scopes = new Set([
    ...registry.models.flatMap(({ scopes, audience, moduleKey }) =>
      audience && !audience.hiddenFromAdmins ? [scopes.read, `${moduleKey}:admin`] : [scopes.read],
    ),
    ...registry.models.flatMap((model) =>
      model.guarded.flatMap(({ key, declared: { shownWith = [] } }) => (isLogged(model, key) ? shownWith : [])),
    ),
    ...feedEvents(registry).map(({ scope }) => scope),
  ]);
  const all = !access.hidesFields && [...scopes].every((scope) => access.reach(scope) === 'all');
  readsAll.set(access, { registry, all });
  return all;
}

const confidentialKeys = new WeakMap<Registry, ReadonlySet<string>>();

/** True when the type belongs to events that even readers of all records do not get completely. */
export function isConfidentialType(registry: Registry, type: string): boolean {
  let keys = confidentialKeys.get(registry);
  if (!keys) {
    keys = new Set(registry.models.filter(isConfidential).map(({ key }) => key));
    confidentialKeys.set(registry, keys);
  }
  return keys.has(type.slice(0, type.indexOf('.')));
}

/** A set of events: those about records of these models and, with `others`, those not about records. */
export interface EventRange {
  readonly models: readonly Model[];
  readonly others: boolean;
}

/** A scope or a field of these events that `other` may read and `access` may not; undefined when there is none. */
export function readableOnlyByOther(
  access: Access,
  other: Access,
  registry: Registry,
  { models, others }: EventRange = { models: registry.models, others: true },
): string | undefined {
  if (access === other || readsAllRecords(access, registry)) return undefined;
  const scopeOrField = access.readableOnlyBy(other, models);
  if (scopeOrField !== undefined || !others) return scopeOrField;
  // The last module has the events about models, so the error names that scope for most webhooks.
  return feedEvents(registry).findLast((events) => mayRead(other, events) && !mayRead(access, events))?.scope;
}
