import { Params } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import type { Context, TransactionContext } from '../context.ts';
import { AppError, type Detail } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { Inbound } from '../models/registry.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { countKnown } from './references.ts';
import type { PointingCount } from './remove-statements.ts';
import { pointsTo } from './statements.ts';

/** Dependants that one request deletes or restores at most: some seconds of work, of the ten that a request has. */
export const maxDependants = 5000;
/** Dependants of a record that is refused are counted up to this number, each kind and all together. */
const maxCounted = 100_000;
/** Deeper than any chain of owned models; it ends the walk where a model belongs to itself. */
const deepest = 10;

/** A record that goes away takes its children along, and others lose their reference to it. */
export const isOwned = ({ model, field }: Inbound): boolean => model.parent === field;

/** A reference that cannot be cleared: it stops a delete, unless its record goes along. */
export const isBinding = (inbound: Inbound): boolean =>
  inbound.field.required && !inbound.field.type.array && !isOwned(inbound);

/** SQL of the ids of records that go away together, all of one model; `$2` are the first ones. */
interface DoomedSet {
  readonly model: Model;
  readonly ids: string;
}

export interface Dependants {
  /** Children by the reference to their parent, and rows whose reference is cleared. */
  readonly counts: readonly PointingCount[];
  readonly total: number;
  /** False when there are more than were counted. */
  readonly exact: boolean;
}

/** Counts what a delete would delete and change beside the records themselves. Nothing is locked; ids stay in PostgreSQL. */
export async function countDependants(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  most = maxCounted,
): Promise<Dependants> {
  const sets: DoomedSet[] = [{ model, ids: 'select unnest($2::uuid[])' }];
  const counts: PointingCount[] = [];
  const count = (set: DoomedSet, wanted: (inbound: Inbound) => boolean, besides: (holder: Model) => string) =>
    countIn(context, ids, set, context.registry.inbound(set.model).filter(wanted), besides, most);
  for (let level = sets, depth = 0; level.length > 0 && depth < deepest; depth += 1) {
    const next: DoomedSet[] = [];
    for (const set of level) {
      const owned = await count(set, isOwned, () => '');
      counts.push(...owned);
      next.push(...owned.map(({ inbound }) => childrenIn(set, inbound, most)));
    }
    sets.push(...next);
    level = next;
  }
  // A row that goes away itself is counted as a child, not as one that loses a reference.
  const staying = (holder: Model) => {
    const going = sets.filter((set) => set.model === holder).map((set) => set.ids);
    return going.length === 0 ? '' : ` and t.id not in (${going.join(' union all ')})`;
  };
  for (const set of sets) counts.push(...(await count(set, (inbound) => !isOwned(inbound), staying)));
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  return { counts, total, exact: counts.every((one) => one.count < most) };
}

const childrenIn = ({ ids }: DoomedSet, { model, field }: Inbound, most: number): DoomedSet => ({
  model,
  ids: `(select t.id from ${tableAs(model, 't')}
    where ${tenantRows(model, 't')} and ${pointsTo({ model, field }, 't', `array(${ids})`)} limit ${most})`,
});

async function countIn(
  { caller, tx }: TransactionContext,
  roots: readonly string[],
  { ids }: DoomedSet,
  inbound: readonly Inbound[],
  besides: (holder: Model) => string,
  most: number,
): Promise<PointingCount[]> {
  if (inbound.length === 0) return [];
  const params = new Params(caller.tenantId);
  params.add(roots, 'uuid[]');
  const counts = inbound.map(
    ({ model, field }, n) =>
      `select ${n} as n, (select count(*)::int from (select from ${tableAs(model, 't')}
        where ${tenantRows(model, 't')} and ${pointsTo({ model, field }, 't', 'd.ids')}${besides(model)} limit ${most}) c) as count from d`,
  );
  const rows = await tx.query<{ n: number; count: number }>(
    `with d as materialized (select array(${ids}) as ids)
     select * from (${counts.join(' union all ')}) c where count > 0`,
    params.values,
  );
  return rows.map(({ n, count }) => ({ inbound: inbound[n] as Inbound, count }));
}

const number = new Intl.NumberFormat('en');

const named = (model: Model, count: number): string => (count === 1 ? model.label : model.labelPlural).toLowerCase();

/** What the caller may read of the rows behind a reference; undefined when it is nothing. */
function readGrant({ caller: { access } }: Context, { model, field }: Inbound): Grant | undefined {
  if (access.reach(model.scopes.read) === undefined) return undefined;
  const grant = access.grant(model, 'read');
  return grant.hidden.has(field.key) ? undefined : grant;
}

const boundBy = ({ registry }: Context, { model: holder, field }: Inbound, count: number): AppError => {
  const { label } = registry.target(field);
  if (count === 0)
    return new AppError('still_referenced', `${label} is still referenced by records that you may not read.`);
  const message = `${label} is still referenced by ${field.key} of ${count} ${named(holder, count)}; change or delete those first.`;
  return new AppError('still_referenced', message, [
    { field: `${holder.name}.${field.key}`, code: 'still_referenced', message },
  ]);
};

/** Names the records that the caller may read; of others it says only that there are some. */
export async function stillReferenced(
  context: Context,
  inbound: Inbound,
  holders: readonly string[],
): Promise<AppError> {
  const grant = readGrant(context, inbound);
  return boundBy(context, inbound, grant ? await countKnown(context, grant, holders) : 0);
}

/** Refuses a delete that a required reference of another record stops. */
export function requireUnbound(context: Context, { counts }: Dependants): void {
  const bound = counts.find(({ inbound }) => isBinding(inbound));
  if (!bound) return;
  const whole = readGrant(context, bound.inbound)?.reach === 'all';
  throw boundBy(context, bound.inbound, whole ? bound.count : 0);
}

/** `before`: how many the same request has deleted already. Details tell of rows only to those who may read all of them. */
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
    const effect = isOwned(inbound) ? 'would be deleted with it' : `would lose their reference ${inbound.field.key}`;
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
