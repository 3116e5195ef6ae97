import type { Caller } from '#core/access/caller.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { type EventRange, readsAccountEvents, readsAllRecords, readsBeyond } from '#core/events/event-access.ts';
import { recordChanges } from '#core/events/events.ts';
import { givenValue, type Saving } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { EventPatterns, namesAccounts } from '../events/event-patterns.ts';
import { whyNotEntitled } from './entitlement.ts';

/**
 * A webhook delivers what its owner may read to an address that its writer chooses. So to write it one must be able to
 * read all of that oneself: as the owner, as somebody who may read as much, or by becoming the owner in the same write.
 * The rules look at the webhook as it is and as it will be, whatever fields are sent.
 */

const patternsIn = (webhook: RecordObject | undefined): string[] => (webhook?.events ?? []) as string[];

const ownerIn = (webhook: RecordObject | undefined): string | null => (webhook?.ownerId ?? null) as string | null;

const missing = (scope: string, message: string): AppError =>
  new AppError('forbidden', message, [
    { field: scope, code: 'missing_scope', message: `The scope ${scope} is missing.` },
  ]);

/** What is missing is a scope, `sales:read`, or a field that is hidden, `sales.contacts.phone`. */
function notCovered(beyond: string): AppError {
  const message = `A webhook delivers what its owner may read, and that is more than you may: ${beyond}. Make yourself its owner, or ask somebody who may read as much.`;
  return beyond.includes(':')
    ? missing(beyond, message)
    : new AppError('forbidden', message, [
        { field: beyond, code: 'hidden_field', message: `The field ${beyond} is hidden from you.` },
      ]);
}

/** Every use of a webhook that names events about accounts needs the permission that those events need. */
export function requireMayUse({ caller }: Context, ...webhooks: readonly (RecordObject | undefined)[]): void {
  if (caller.userId === null || readsAccountEvents(caller.access)) return;
  if (webhooks.some((webhook) => namesAccounts(patternsIn(webhook))))
    throw missing(
      'identity:admin',
      'This webhook names security events: only somebody with identity:admin changes it.',
    );
}

/** A webhook that is used as it is: rotated, tested, told to send again. */
export async function requireMayWrite(context: TransactionContext, webhook: RecordObject): Promise<void> {
  if (context.caller.userId === null) return;
  requireMayUse(context, webhook);
  await requireCover(context, ownerIn(webhook));
}

/** A webhook that is made or changed. */
export async function requireMaySave(context: TransactionContext, saving: Saving): Promise<void> {
  const { caller } = context;
  const { previous } = saving;
  const next = nextOf(saving);
  if (caller.userId === null) return;
  requireMayUse(context, previous, next);
  const ownerId = ownerIn(next);
  const changesOwner = ownerId !== ownerIn(previous);
  if (ownerId === null && (changesOwner || next.active || !previous))
    throw invalid('ownerId', 'required', 'is required: a webhook delivers what its owner may read');
  if (changesOwner && ownerId !== caller.userId && caller.access.reach('integrations:admin') !== 'all')
    throw missing(
      'integrations:admin',
      'Only somebody with integrations:admin makes another user the owner of a webhook.',
    );
  // Deliveries of a webhook's earlier patterns may still wait. A new one has none, so that only what it names counts.
  const owner = await requireCover(context, ownerId, previous ? undefined : namedBy(context, next));
  const judged = changesOwner || givenValue(saving, 'events') !== undefined || next.active !== previous?.active;
  if (!judged || !next.active) return;
  // A user who does not exist is reported as any reference is.
  if (changesOwner && !owner && !(await isUser(context, ownerId))) return;
  const reason = whyNotEntitled(ownerId, owner, namesAccounts(patternsIn(next)));
  if (reason === undefined) return;
  if (changesOwner) throw invalid('ownerId', 'not_entitled', `cannot be this user: ${lowerFirst(reason.slice(0, -1))}`);
  throw new AppError('conflict', `The webhook cannot be active. ${reason} Set ownerId to a user who may.`);
}

function nextOf(saving: Saving): RecordObject {
  const next: Record<string, RecordObject[string]> = { ...saving.previous };
  for (const key of ['ownerId', 'events', 'active']) {
    const given = givenValue(saving, key);
    if (given !== undefined) next[key] = given;
  }
  return next;
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Types of events that are not of records. */
const otherTypes = [
  'model.created',
  'model.updated',
  'model.deleted',
  'tenant.updated',
  'tenant.suspended',
  'tenant.reactivated',
];

function namedBy({ registry }: Context, webhook: RecordObject): EventRange {
  const patterns = new EventPatterns(patternsIn(webhook));
  const models = registry.models.filter(({ key }) =>
    recordChanges.some((change) => patterns.matches(`${key}.${change}`)),
  );
  return { models, others: otherTypes.some((type) => patterns.matches(type)) };
}

/** The owner, when the caller may read as much of these events. An API key may be able to read less than its user. */
async function requireCover(
  { caller, registry, services, tx }: TransactionContext,
  ownerId: string | null,
  range?: EventRange,
): Promise<Caller | undefined> {
  if (ownerId === caller.userId && caller.keyId === undefined) return caller;
  const owner =
    ownerId === null ? undefined : (await services.directory.actors(caller.tenantId, [ownerId], tx)).get(ownerId);
  if (readsAllRecords(caller.access, registry)) return owner;
  // What somebody may read who is deactivated now, and perhaps not later, is not known.
  const beyond = owner ? readsBeyond(caller.access, owner.access, registry, range) : '*:read';
  if (beyond !== undefined) throw notCovered(beyond);
  return owner;
}

async function isUser({ tx, caller }: TransactionContext, id: string | null): Promise<boolean> {
  const rows = await tx.query('select from identity_users where tenant_id = $1::bigint and id = $2::uuid', [
    caller.tenantId,
    id,
  ]);
  return rows.length > 0;
}

/** Two that are made at the same moment take turns here. Webhooks above a limit that was lowered stay. */
export async function requireRoom({ tx, caller, services }: TransactionContext): Promise<void> {
  const { limit } = services.settings.webhooks;
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 4710010))', [caller.tenantId]);
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from integrations_webhooks where tenant_id = $1::bigint',
    [caller.tenantId],
  );
  if ((row?.count ?? 0) < limit) return;
  throw new AppError(
    'conflict',
    `An account has at most ${limit} webhooks: delete one that is not needed, or let one listen to more types of events.`,
  );
}
