import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Client } from './harness.ts';

const secret = 'secret';

/** Configures the account to send text messages by a webhook at this address. */
export const useSmsWebhook = (admin: Client, url: string): Promise<unknown> =>
  admin.create('/api/ui/settings', {
    key: 'marketing.sms',
    value: { provider: 'webhook', url },
    secretValue: secret,
  });

let replies = 0;

/** Receives a text message through the provider of the default account, with its signature. */
export async function receiveSms(anonymous: Client, from: string, text: string): Promise<void> {
  replies += 1;
  const body = JSON.stringify({ id: `r-${replies}`, from, text });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-platform-signature': signature };
  const answer = await anonymous.post('/api/marketing/sms-replies/default', body, headers);
  assert.equal(answer.status, 204, answer.text);
}
