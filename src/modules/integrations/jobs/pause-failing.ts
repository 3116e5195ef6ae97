import { Type } from 'typebox';
import type { TransactionContext } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { findUnentitledWebhooks } from '../delivery/find-unentitled.ts';
import { findFailingWebhooks, readFailure } from '../sql/failing-webhooks.ts';
import { type Pause, pauseUnentitled, pauseWebhook } from '../webhooks/pause.ts';

const failingFor = '5 days';

export const pauseFailing = defineJob({
  name: 'integrations.pause-failing',
  summary: `Pauses webhooks that have failed for ${failingFor} without one success, and those whose owners may not have them`,
  input: Type.Object({}),
  cron: '*/10 * * * *',
  async run({ services }) {
    const failing = await findFailingWebhooks(services, failingFor);
    const unentitled = await findUnentitledWebhooks(services);
    // An error with one webhook must not keep the others from being paused.
    const errors: unknown[] = [];
    const attempt = async (work: Promise<void>) => {
      await work.catch((error: unknown) => errors.push(error));
    };
    for (const webhook of failing)
      await attempt(pauseWebhook(services, webhook, (txContext) => checkFailing(txContext, webhook.webhookId)));
    for (const webhook of unentitled) await attempt(pauseUnentitled(services, webhook));
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} of ${failing.length + unentitled.length} could not be paused`);
  },
});

/** Checks the webhook again under the lock, because it may have recovered. */
async function checkFailing(txContext: TransactionContext, webhookId: string): Promise<Pause | undefined> {
  const failure = await readFailure(txContext, webhookId, failingFor);
  return (
    failure && {
      reason: `No delivery succeeded since ${failure.since.toISOString()}, so it was paused after ${failingFor}.`,
      subject: 'A webhook was paused because it kept failing',
      remedy: 'Once the receiver answers again',
      to: failure.email === null ? [] : [failure.email],
    }
  );
}
