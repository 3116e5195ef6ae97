import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { type Context, queryable } from '#core/context.ts';
import { defineJob, JobStopped } from '#core/jobs/job.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { webhookHttp } from '../delivery/http/webhook-http.ts';
import { readDelivery } from '../delivery/sql/read-delivery.ts';

const input = Type.Object({ submissionId: Type.String({ format: 'uuid' }) });

/**
 * Posts a submission to the URL of its form. As with webhooks, the receiver may get it more than once: the header
 * X-Platform-Delivery has the id of the submission.
 */
export const deliverSubmission = defineJob({
  name: 'forms.deliver-submission',
  summary: 'Posts a submission to the URL of its form',
  input,
  retry: { limit: 5, delay: '30s', backoff: true },
  key: ({ submissionId }) => submissionId,
  async run(context, { submissionId }) {
    const { tenantId } = context.caller;
    const delivery = await readDelivery(queryable(context), tenantId, submissionId);
    // The submission and the form may have been deleted or changed since.
    if (delivery?.status !== 'received') return;
    if (delivery.url === null) throw await failed(context, submissionId, 'The form has no submitUrl any more.');
    const body = Buffer.from(delivery.body);
    const { timeoutMs } = context.services.settings.outgoing;
    const { answer, error } = await context.services.of(webhookHttp).post({
      url: delivery.url,
      headers: { ...headersOf(submissionId), ...signature(context, delivery.secret, body) },
      body,
      deadlineMs: timeoutMs,
    });
    const problem = error ?? (answer.status < 200 || answer.status > 299 ? `It answered ${answer.status}.` : undefined);
    if (problem !== undefined) throw await failed(context, submissionId, `${delivery.url}: ${problem}`);
    await settle(context, submissionId, { status: 'processed', processedAt: new Date().toISOString(), error: null });
  },
});

const headersOf = (submissionId: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Atrium-Forms/1.0',
  'x-platform-delivery': submissionId,
});

function signature({ services }: Context, secret: string | null, body: Buffer): Record<string, string> {
  if (secret === null) return {};
  const digest = createHmac('sha256', services.vault.decrypt(secret)).update(body).digest('hex');
  return { 'x-platform-signature': `sha256=${digest}` };
}

/** Stores the error. The status stays `received` while the job is retried. */
async function failed(context: Context, submissionId: string, message: string): Promise<Error> {
  await settle(context, submissionId, { error: { code: 'webhook_failed', message } });
  return message.includes('no submitUrl') ? new JobStopped(message) : new Error(message);
}

async function settle(context: Context, id: string, values: Parameters<typeof updateMany>[2][number]['values']) {
  const model = context.registry.find('forms', 'formSubmissions');
  if (!model) throw new Error('the model forms.formSubmissions is missing');
  await updateMany(context, model, [{ id, values }]);
}
