import { Type } from 'typebox';
import type { Services, TransactionContext } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { unentitledWebhooks } from '../delivery/find-unentitled.ts';
import { type Pausable, type Pause, pauseUnentitled, pauseWebhook } from '../webhooks/pause.ts';

const failingFor = '5 days';

export const pauseFailing = defineJob({
  name: 'integrations.pause-failing',
  summary: `Pauses webhooks that have failed for ${failingFor} without one success, and those whose owners may not have them`,
  input: Type.Object({}),
  cron: '*/10 * * * *',
  async run({ services }) {
    const failing = await failingWebhooks(services);
    const unentitled = await unentitledWebhooks(services);
    // One that cannot be paused keeps no other from it.
    const errors: unknown[] = [];
    const attempt = async (work: Promise<void>) => {
      await work.catch((error: unknown) => errors.push(error));
    };
    for (const one of failing) await attempt(pauseWebhook(services, one, (writing) => stillFailing(writing, one)));
    for (const one of unentitled) await attempt(pauseUnentitled(services, one));
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} of ${failing.length + unentitled.length} could not be paused`);
  },
});

const failingWebhooks = ({ db }: Services): Promise<Pausable[]> =>
  db.platform((tx) =>
    tx.query<Pausable>(
      `select e.tenant_id as "tenantId", n.account_key as "accountKey", e.webhook_id as "webhookId"
       from webhook_endpoints e
       join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
       join tenants n on n.id = e.tenant_id
       where w.active and e.failing_since < now() - interval '${failingFor}'`,
    ),
  );

/** The cause may be gone meanwhile, so it is checked again under the lock. */
async function stillFailing({ tx, caller }: TransactionContext, { webhookId }: Pausable): Promise<Pause | undefined> {
  const [still] = await tx.query<{ since: Date; email: string | null }>(
    `select e.failing_since as since, u.email from webhook_endpoints e
     join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
     left join identity_users u on u.tenant_id = w.tenant_id and u.id = w.owner_id and u.active
     where e.tenant_id = $1::bigint and e.webhook_id = $2::uuid and e.failing_since < now() - interval '${failingFor}'`,
    [caller.tenantId, webhookId],
  );
  return (
    still && {
      reason: `No delivery succeeded since ${still.since.toISOString()}, so it was paused after ${failingFor}.`,
      subject: 'A webhook was paused because it kept failing',
      remedy: 'Once the receiver answers again',
      to: still.email === null ? [] : [still.email],
    }
  );
}
