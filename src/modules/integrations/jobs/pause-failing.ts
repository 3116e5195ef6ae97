import { Type } from 'typebox';
import { type Context, inTransaction, type Services, type Writing } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import { defineJob } from '#core/jobs/job.ts';
import { mailTo } from '#core/mail.ts';
import { saveChange } from '#core/operations/update.ts';
import { systemCaller } from '#core/system.ts';
import { paragraphs } from '#lib/mail.ts';
import { lockWebhook } from '../find-webhook.ts';

const failingFor = '5 days';

interface Failing {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly webhookId: string;
}

export const pauseFailing = defineJob({
  name: 'integrations.pause-failing',
  summary: `Pauses webhooks that have failed for ${failingFor} without one success, and tells their creators`,
  input: Type.Object({}),
  cron: '*/10 * * * *',
  async run({ services, requestId }) {
    const failing = await services.db.platform((tx) =>
      tx.query<Failing>(
        `select e.tenant_id as "tenantId", n.account_key as "accountKey", e.webhook_id as "webhookId"
         from webhook_endpoints e
         join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
         join tenants n on n.id = e.tenant_id
         where w.active and e.failing_since < now() - interval '${failingFor}'`,
      ),
    );
    // One that cannot be paused keeps no other from it.
    const errors: unknown[] = [];
    for (const one of failing) {
      try {
        await pause(await contextIn(services, requestId, one), one.webhookId);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} of ${failing.length} could not be paused`);
  },
});

const contextIn = async (
  services: Services,
  requestId: string,
  { tenantId, accountKey }: Failing,
): Promise<Context> => ({
  services,
  caller: systemCaller(tenantId, accountKey),
  registry: await services.directory.registry(tenantId),
  requestId,
});

/** It may have been paused, deleted or mended meanwhile, so it is looked at again under its lock. */
const pause = (context: Context, webhookId: string): Promise<void> =>
  inTransaction(context, async (writing) => {
    const { tx, caller } = writing;
    const [still] = await tx.query<{ since: Date; email: string | null }>(
      `select e.failing_since as since, u.email from webhook_endpoints e
       join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id and w.active
       left join identity_users u on u.tenant_id = w.tenant_id and u.id = w.created_by and u.active
       where e.tenant_id = $1::bigint and e.webhook_id = $2::uuid and e.failing_since < now() - interval '${failingFor}'
       for update of w`,
      [caller.tenantId, webhookId],
    );
    if (!still) return;
    const { model, before, webhook } = await lockWebhook(writing, webhookId);
    const reason = `No delivery succeeded since ${still.since.toISOString()}, so it was paused after ${failingFor}.`;
    const field = (key: string) => model.fields.get(key) as Field;
    const values = new Map<Field, JsonValue>([
      [field('active'), false],
      [field('pausedReason'), reason],
    ]);
    await saveChange(writing, model, before, values);
    if (still.email !== null) await tell(writing, still.email, String(webhook.url), reason);
  });

async function tell(writing: Writing, email: string, url: string, reason: string): Promise<void> {
  await mailTo(writing, email, {
    subject: 'A webhook was paused because it kept failing',
    ...paragraphs(
      `The webhook of the account ${writing.caller.accountKey} to ${url} is paused. ${reason}`,
      'What happens meanwhile is kept for 72 hours. Once the receiver answers again, set active to true: what was kept is sent then.',
    ),
  });
}
