import type { Caller } from '#core/access/caller.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import {
  type EventRange,
  readableOnlyByOther,
  readsAccountEvents,
  readsAllRecords,
} from '#core/events/event-access.ts';
import { recordChanges } from '#core/events/events.ts';
import { givenValue, type PendingSave } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { userExists } from '../../identity/contract.ts';
import { EventPatterns, namesAccountEvents } from '../events/event-patterns.ts';
import { lockAndCountWebhooks } from '../sql/webhooks.ts';
import { whyNotEntitled } from './entitlement.ts';

declare module '#core/context.ts' {
  interface Settings {
    readonly webhooks: {
      /** Delay before each retry. */
      readonly retryDelaysMs: readonly number[];
      /** Maximum number of webhooks of a tenant. */
      readonly limit: number;
    };
  }
}

/**
 * A webhook delivers what its owner may read, to an address that the writer of the webhook chooses. So the writer must
 * be able to read all of that. The writer is the owner, may read as much as the owner, or becomes the owner in the same
 * write. The rules apply to the webhook before and after the write, whatever fields are sent.
 */

const patternsIn = (webhook: RecordObject | undefined): string[] => (webhook?.events ?? []) as string[];

const ownerIn = (webhook: RecordObject | undefined): string | null => (webhook?.ownerId ?? null) as string | null;

const missingScope = (scope: string, message: string): AppError =>
  new AppError('forbidden', message, [
    { field: scope, code: 'missing_scope', message: `The scope ${scope} is missing.` },
  ]);

/**
 * The error for a caller who may read less than the owner. `beyond` names a scope such as `sales:read`, or a field that
 * is hidden from the caller, such as `sales.contacts.phone`.
 */
function ownerReadsMore(beyond: string): AppError {
  const message = `A webhook delivers what its owner may read, and that is more than you may: ${beyond}. Make yourself its owner, or ask somebody who may read as much.`;
  return beyond.includes(':')
    ? missingScope(beyond, message)
    : new AppError('forbidden', message, [
        { field: beyond, code: 'hidden_field', message: `The field ${beyond} is hidden from you.` },
      ]);
}

/** Requires that the caller may read events about accounts, in order to change or use a webhook that names them. */
export function requireMayUse({ caller }: Context, ...webhooks: readonly (RecordObject | undefined)[]): void {
  if (caller.userId === null || readsAccountEvents(caller.access)) return;
  if (webhooks.some((webhook) => namesAccountEvents(patternsIn(webhook))))
    throw missingScope(
      'identity:admin',
      'This webhook names security events: only somebody with identity:admin changes it.',
    );
}

/** Checks the caller of an action on a webhook: rotate the secret, test, retry, recover. */
export async function requireMayWrite(context: TransactionContext, webhook: RecordObject): Promise<void> {
  if (context.caller.userId === null) return;
  requireMayUse(context, webhook);
  await requireReadsAsMuch(context, ownerIn(webhook));
}

/** Checks a create or update of a webhook. */
export async function requireMaySave(context: TransactionContext, saving: PendingSave): Promise<void> {
  const { caller } = context;
  const { previous } = saving;
  const next = afterWrite(saving);
  if (caller.userId === null) return;
  requireMayUse(context, previous, next);
  const ownerId = ownerIn(next);
  const changesOwner = ownerId !== ownerIn(previous);
  if (ownerId === null && (changesOwner || next.active || !previous))
    throw invalid('ownerId', 'required', 'is required: a webhook delivers what its owner may read');
  if (changesOwner && ownerId !== caller.userId && caller.access.reach('integrations:admin') !== 'all')
    throw missingScope(
      'integrations:admin',
      'Only somebody with integrations:admin makes another user the owner of a webhook.',
    );
  // Deliveries of earlier patterns may still be queued. A new webhook has none, so only its own patterns count.
  const owner = await requireReadsAsMuch(context, ownerId, previous ? undefined : eventsNamedBy(context, next));
  const mustCheck = changesOwner || givenValue(saving, 'events') !== undefined || next.active !== previous?.active;
  if (!mustCheck || !next.active) return;
  // The reference check reports a user who does not exist.
  if (changesOwner && !owner && !(await userExists(context.tx, context.caller.tenantId, ownerId))) return;
  const reason = whyNotEntitled(ownerId, owner, namesAccountEvents(patternsIn(next)));
  if (reason === undefined) return;
  if (changesOwner) throw invalid('ownerId', 'not_entitled', `cannot be this user: ${lowerFirst(reason.slice(0, -1))}`);
  throw new AppError('conflict', `The webhook cannot be active. ${reason} Set ownerId to a user who may.`);
}

function afterWrite(saving: PendingSave): RecordObject {
  const next: Record<string, RecordObject[string]> = { ...saving.previous };
  for (const key of ['ownerId', 'events', 'active']) {
    const given = givenValue(saving, key);
    if (given !== undefined) next[key] = given;
  }
  return next;
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Event types that are not about records. */
const otherTypes = [
  'model.created',
  'model.updated',
  'model.deleted',
  'tenant.updated',
  'tenant.suspended',
  'tenant.reactivated',
  'sync.completed',
  'sync.failed',
];

function eventsNamedBy({ registry }: Context, webhook: RecordObject): EventRange {
  const patterns = new EventPatterns(patternsIn(webhook));
  const models = registry.models.filter(({ key }) =>
    recordChanges.some((change) => patterns.matches(`${key}.${change}`)),
  );
  return { models, others: otherTypes.some((type) => patterns.matches(type)) };
}

/** Returns the owner; throws unless the caller may read as much of these events. An API key may read less than its user. */
async function requireReadsAsMuch(
  { caller, registry, services, tx }: TransactionContext,
  ownerId: string | null,
  range?: EventRange,
): Promise<Caller | undefined> {
  if (ownerId === caller.userId && caller.keyId === undefined) return caller;
  const owner =
    ownerId === null ? undefined : (await services.directory.actors(caller.tenantId, [ownerId], tx)).get(ownerId);
  if (readsAllRecords(caller.access, registry)) return owner;
  // A deactivated owner may be activated later, and it is not known what they may read then.
  const beyond = owner ? readableOnlyByOther(caller.access, owner.access, registry, range) : '*:read';
  if (beyond !== undefined) throw ownerReadsMore(beyond);
  return owner;
}

/** Throws at the maximum number of webhooks. Existing webhooks stay when the limit is lowered. */
export async function requireBelowLimit(context: TransactionContext): Promise<void> {
  const { limit } = context.services.settings.webhooks;
  if ((await lockAndCountWebhooks(context)) < limit) return;
  throw new AppError(
    'conflict',
    `An account has at most ${limit} webhooks: delete one that is not needed, or let one listen to more types of events.`,
  );
}
