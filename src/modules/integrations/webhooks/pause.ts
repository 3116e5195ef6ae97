import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { saveChange } from '#core/operations/update.ts';
import { newId } from '#lib/ids.ts';
import { paragraphs } from '#lib/mail.ts';
import { namesAccounts } from '../events/event-patterns.ts';
import { adminAddresses } from '../sql/admin-addresses.ts';
import { whyNotEntitled } from './entitlement.ts';
import { lockWebhook } from './find-webhook.ts';

export interface Pausable {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly webhookId: string;
}

/** Why a webhook is paused, and who gets a mail about it. */
export interface Pause {
  readonly reason: string;
  readonly subject: string;
  /** What has to happen before it is set to active. */
  readonly remedy: string;
  readonly to: readonly string[];
}

/** Pauses a webhook in the name of the platform, if there still is a reason once it is locked. */
export async function pauseWebhook(
  services: Services,
  { tenantId, accountKey, webhookId }: Pausable,
  judge: (writing: TransactionContext) => Promise<Pause | undefined>,
): Promise<void> {
  const registry = await services.directory.registry(tenantId);
  const context: Context = { services, caller: systemCaller(tenantId, accountKey), registry, requestId: newId() };
  await inTransaction(context, async (writing) => {
    const [there] = await writing.tx.query(
      'select from integrations_webhooks where tenant_id = $1::bigint and id = $2::uuid and active for update',
      [tenantId, webhookId],
    );
    const pause = there ? await judge(writing) : undefined;
    if (!pause) return;
    const { model, before, webhook } = await lockWebhook(writing, webhookId);
    const field = (key: string) => model.fields.get(key) as Field;
    const values = new Map<Field, JsonValue>([
      [field('active'), false],
      [field('pausedReason'), pause.reason],
    ]);
    await saveChange(writing, model, before, values);
    for (const email of pause.to) await tell(writing, email, String(webhook.url), pause);
  });
}

const tell = (
  writing: TransactionContext,
  email: string,
  url: string,
  { subject, reason, remedy }: Pause,
): Promise<void> =>
  mailTo(writing, email, {
    subject,
    ...paragraphs(
      `The webhook of the account ${writing.caller.accountKey} to ${url} is paused. ${reason}`,
      `What happens meanwhile is kept for 72 hours. ${remedy}, set active to true: what was kept is sent then.`,
    ),
  });

/** Pauses a webhook whose receiver answered 410, unless its address was changed meanwhile, and tells the admins. */
export const pauseGone = (services: Services, webhook: Pausable, url: string): Promise<void> =>
  pauseWebhook(services, webhook, async (writing) => {
    const [same] = await writing.tx.query(
      'select from integrations_webhooks where tenant_id = $1::bigint and id = $2::uuid and url = $3::text',
      [writing.caller.tenantId, webhook.webhookId, url],
    );
    if (!same) return undefined;
    return {
      reason: 'The receiver answered 410 (Gone): it asks for no more deliveries.',
      subject: 'A webhook was paused because its receiver is gone',
      remedy: 'Once the receiver takes deliveries again, or url names another one',
      to: await adminAddresses(writing),
    };
  });

/** Pauses a webhook whose owner may not have it any more, and tells the admins. */
export const pauseUnentitled = (services: Services, webhook: Pausable): Promise<void> =>
  pauseWebhook(services, webhook, async (writing) => {
    const { tenantId } = writing.caller;
    const [row] = await writing.tx.query<{ ownerId: string | null; events: string[] }>(
      'select owner_id as "ownerId", events from integrations_webhooks where tenant_id = $1::bigint and id = $2::uuid',
      [tenantId, webhook.webhookId],
    );
    if (!row) return undefined;
    const { ownerId, events } = row;
    // Not the remembered one: this decides.
    const owner = ownerId === null ? undefined : await services.directory.actor(tenantId, ownerId, writing.tx);
    const reason = whyNotEntitled(ownerId, owner, namesAccounts(events));
    return reason === undefined
      ? undefined
      : {
          reason,
          subject: 'A webhook was paused because of its owner',
          remedy: 'Once ownerId names a user who may have it',
          to: await adminAddresses(writing),
        };
  });
