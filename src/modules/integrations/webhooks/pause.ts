import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { saveChange } from '#core/operations/update.ts';
import { newId } from '#lib/ids.ts';
import { paragraphs } from '#lib/mail.ts';
import { administratorAddresses } from '../../identity/contract.ts';
import { namesAccountEvents } from '../events/event-patterns.ts';
import { lockActiveWebhook, readOwnerAndPatterns, webhookHasUrl } from '../sql/webhooks.ts';
import { whyNotEntitled } from './entitlement.ts';
import { lockWebhook } from './find-webhook.ts';

/** Maximum number of administrators who get a mail. */
const maxAdministrators = 20;

export interface Pausable {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly webhookId: string;
}

/** The reason why a webhook is paused, and who gets a mail about it. */
export interface Pause {
  readonly reason: string;
  readonly subject: string;
  /** The user's task before `active` is set to true again. */
  readonly remedy: string;
  readonly to: readonly string[];
}

/**
 * Pauses a webhook as the platform. `check` runs after the webhook is locked, because the reason may no longer apply by
 * then.
 */
export async function pauseWebhook(
  services: Services,
  { tenantId, accountKey, webhookId }: Pausable,
  check: (txContext: TransactionContext) => Promise<Pause | undefined>,
): Promise<void> {
  const registry = await services.directory.registry(tenantId);
  const context: Context = { services, caller: systemCaller(tenantId, accountKey), registry, requestId: newId() };
  await inTransaction(context, async (txContext) => {
    const pause = (await lockActiveWebhook(txContext, webhookId)) ? await check(txContext) : undefined;
    if (!pause) return;
    const { model, before, webhook } = await lockWebhook(txContext, webhookId);
    const field = (key: string) => model.fields.get(key) as Field;
    const values = new Map<Field, JsonValue>([
      [field('active'), false],
      [field('pausedReason'), pause.reason],
    ]);
    await saveChange(txContext, model, before, values);
    for (const email of pause.to) await sendPauseMail(txContext, email, String(webhook.url), pause);
  });
}

const sendPauseMail = (
  txContext: TransactionContext,
  email: string,
  url: string,
  { subject, reason, remedy }: Pause,
): Promise<void> =>
  enqueueMail(txContext, email, {
    subject,
    ...paragraphs(
      `The webhook of the account ${txContext.caller.accountKey} to ${url} is paused. ${reason}`,
      `What happens meanwhile is kept for 72 hours. ${remedy}, set active to true: what was kept is sent then.`,
    ),
  });

const addressesOfAdministrators = ({ tx, caller }: TransactionContext): Promise<string[]> =>
  administratorAddresses(tx, caller.tenantId, maxAdministrators);

/** Pauses a webhook whose receiver answered 410, unless its URL has changed, and mails the admins. */
export const pauseGone = (services: Services, webhook: Pausable, url: string): Promise<void> =>
  pauseWebhook(services, webhook, async (txContext) => {
    if (!(await webhookHasUrl(txContext, webhook.webhookId, url))) return undefined;
    return {
      reason: 'The receiver answered 410 (Gone): it asks for no more deliveries.',
      subject: 'A webhook was paused because its receiver is gone',
      remedy: 'Once the receiver takes deliveries again, or url names another one',
      to: await addressesOfAdministrators(txContext),
    };
  });

/** Pauses a webhook whose owner is no longer entitled to it, and mails the admins. */
export const pauseUnentitled = (services: Services, webhook: Pausable): Promise<void> =>
  pauseWebhook(services, webhook, async (txContext) => {
    const { tenantId } = txContext.caller;
    const row = await readOwnerAndPatterns(txContext, webhook.webhookId);
    if (!row) return undefined;
    const { ownerId, events } = row;
    // Read from the database, not from the cache, because the webhook is paused for it.
    const owner = ownerId === null ? undefined : await services.directory.actor(tenantId, ownerId, txContext.tx);
    const reason = whyNotEntitled(ownerId, owner, namesAccountEvents(events));
    return reason === undefined
      ? undefined
      : {
          reason,
          subject: 'A webhook was paused because of its owner',
          remedy: 'Once ownerId names a user who may have it',
          to: await addressesOfAdministrators(txContext),
        };
  });
