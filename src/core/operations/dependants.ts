import { Params } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import type { Context, TransactionContext } from '../context.ts';
import { AppError, type Detail } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference } from '../models/registry.ts';
import { mergeStatusesPath } from '../platform-names.ts';
import { countWithinReach } from '../query/reach.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import type { ReferrerCount } from './remove-statements.ts';
import { pointsTo } from './statements.ts';

/**
 * The maximum of dependants that one request deletes or restores. They take some seconds of the ten that a request has.
 */
export const maxDependants = 5000;
/** The limit up to which dependants are counted for the error message, per reference and in total. */
const maxCounted = 100_000;
/** More levels than any chain of parents has. It ends the loop when a model is its own parent. */
const maxDepth = 10;

/** True for references from children, which are deleted with their parent. Other references are cleared. */
export const isParentReference = ({ model, field }: InboundReference): boolean => model.parent === field;

/** A status that records use is merged into another one: without it, their text would be no key of the list. */
const isStatus = ({ field }: InboundReference): boolean => field.declared.status?.part === 'row';

/** True for a reference that cannot be cleared, so that it blocks the deletion unless its record is deleted too. */
export const blocksDelete = (inbound: InboundReference): boolean =>
  (inbound.field.required || inbound.field.declared.keepsTarget === true || isStatus(inbound)) &&
  !inbound.field.type.array &&
  !isParentReference(inbound);

/**
 * SQL of the ids of records of one model that are deleted together. `$2` has the ids with which the deletion starts.
 */
interface DeleteSet {
  readonly model: Model;
  readonly ids: string;
}

export interface Dependants {
  /** The number of children, and of rows whose reference is cleared, per reference. */
  readonly counts: readonly ReferrerCount[];
  readonly total: number;
  /** False when counting stopped at its limit. */
  readonly exact: boolean;
}

/** Counts the other rows that a deletion would delete or change. It locks nothing, and ids stay in PostgreSQL. */
export async function countDependants(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  limit = maxCounted,
): Promise<Dependants> {
  const sets: DeleteSet[] = [{ model, ids: 'select unnest($2::uuid[])' }];
  const counts: ReferrerCount[] = [];
  const count = (
    set: DeleteSet,
    select: (inbound: InboundReference) => boolean,
    condition: (referrer: Model) => string,
  ) => countIn(context, ids, set, context.registry.inbound(set.model).filter(select), condition, limit);
  for (let level = sets, depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
    const next: DeleteSet[] = [];
    for (const set of level) {
      const children = await count(set, isParentReference, () => '');
      counts.push(...children);
      next.push(...children.map(({ inbound }) => childrenIn(set, inbound, limit)));
    }
    sets.push(...next);
    level = next;
  }
  // A row that is deleted counts only as a child, not also as a row whose reference is cleared.
  const notDeleted = (referrer: Model) => {
    const deleted = sets.filter((set) => set.model === referrer).map((set) => set.ids);
    return deleted.length === 0 ? '' : ` and t.id not in (${deleted.join(' union all ')})`;
  };
  for (const set of sets) counts.push(...(await count(set, (inbound) => !isParentReference(inbound), notDeleted)));
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  return { counts, total, exact: counts.every((one) => one.count < limit) };
}

const childrenIn = ({ ids }: DeleteSet, { model, field }: InboundReference, limit: number): DeleteSet => ({
  model,
  ids: `(select t.id from ${tableAs(model, 't')}
    where ${tenantRows(model, 't')} and ${pointsTo({ model, field }, 't', `array(${ids})`)} limit ${limit})`,
});

async function countIn(
  { caller, tx }: TransactionContext,
  roots: readonly string[],
  { ids }: DeleteSet,
  inbound: readonly InboundReference[],
  condition: (referrer: Model) => string,
  limit: number,
): Promise<ReferrerCount[]> {
  if (inbound.length === 0) return [];
  const params = new Params(caller.tenantId);
  params.add(roots, 'uuid[]');
  const counts = inbound.map(
    ({ model, field }, n) =>
      `select ${n} as n, (select count(*)::int from (select from ${tableAs(model, 't')}
        where ${tenantRows(model, 't')} and ${pointsTo({ model, field }, 't', 'd.ids')}${condition(model)} limit ${limit}) c) as count from d`,
  );
  const rows = await tx.query<{ n: number; count: number }>(
    `with d as materialized (select array(${ids}) as ids)
     select * from (${counts.join(' union all ')}) c where count > 0`,
    params.values,
  );
  return rows.map(({ n, count }) => ({ inbound: inbound[n] as InboundReference, count }));
}

const number = new Intl.NumberFormat('en');

const named = (model: Model, count: number): string => (count === 1 ? model.label : model.labelPlural).toLowerCase();

/** The caller's grant on the rows that have a reference; undefined when the caller may not read the reference. */
function readGrant({ caller: { access } }: Context, { model, field }: InboundReference): Grant | undefined {
  if (access.reach(model.scopes.read) === undefined) return undefined;
  const grant = access.grant(model, 'read');
  return grant.hidden.has(field.key) ? undefined : grant;
}

const referencedError = ({ registry }: Context, inbound: InboundReference, count: number): AppError => {
  const { model: referrer, field } = inbound;
  const { label } = registry.target(field);
  const merge = `merge it into another one with POST ${mergeStatusesPath}`;
  if (count === 0) {
    const remedy = isStatus(inbound) ? `; ${merge}` : '';
    return new AppError('still_referenced', `${label} is still referenced by records that you may not read${remedy}.`);
  }
  const remedy = isStatus(inbound) ? merge : 'change or delete those first';
  const message = `${label} is still referenced by ${field.key} of ${count} ${named(referrer, count)}; ${remedy}.`;
  return new AppError('still_referenced', message, [
    { field: `${referrer.name}.${field.key}`, code: 'still_referenced', message },
  ]);
};

/**
 * The error of a blocked deletion. It counts the referrers that the caller may read; if there are none, it says only
 * that referrers exist.
 */
export async function stillReferencedBy(
  context: Context,
  inbound: InboundReference,
  referrers: readonly string[],
): Promise<AppError> {
  const grant = readGrant(context, inbound);
  return referencedError(context, inbound, grant ? await countWithinReach(context, grant, referrers) : 0);
}

/** Refuses a deletion that a required reference of another record blocks. */
export function requireDeletable(context: Context, { counts }: Dependants): void {
  const blocking = counts.find(({ inbound }) => blocksDelete(inbound));
  if (!blocking) return;
  const readsAll = readGrant(context, blocking.inbound)?.reach === 'all';
  throw referencedError(context, blocking.inbound, readsAll ? blocking.count : 0);
}

/**
 * The error for too many dependants. `before` counts dependants that the request has already deleted. Details name only
 * references whose rows the caller may all read.
 */
export function tooManyDependants(
  context: Context,
  model: Model,
  { counts, total, exact }: Dependants,
  before = 0,
): AppError {
  const amount = (count: number) => (count < maxCounted ? number.format(count) : `more than ${number.format(count)}`);
  const readable = counts.filter(({ inbound }) => readGrant(context, inbound)?.reach === 'all');
  const details = readable.map(({ inbound, count }): Detail => {
    const rows = `${amount(count)} ${named(inbound.model, count)}`;
    const effect = isParentReference(inbound)
      ? 'would be deleted with it'
      : `would lose their reference ${inbound.field.key}`;
    const field = `${inbound.model.name}.${inbound.field.key}`;
    return { field, code: 'too_many_dependants', message: `${rows} ${effect}.` };
  });
  const has = exact ? number.format(total) : `more than ${number.format(maxCounted)}`;
  const used = before > 0 ? `, and this request has deleted ${number.format(before)} before it` : '';
  const message =
    `${model.label} has ${has} dependants${used}; one request deletes at most ${number.format(maxDependants)}. ` +
    `Delete it with ?async=true, which makes a background job.`;
  return new AppError('too_many_dependants', message, details);
}
