import { createHmac } from 'node:crypto';
import type { Context, Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';
import { isJsonObject } from '#lib/json.ts';
import type { SmsProvider } from './sms-setting.ts';

export interface Message {
  readonly id: string;
  readonly phone: string;
  readonly text: string;
}

/**
 * The result of sending a message. `refused` means that the provider did not accept it now, and it can be sent later.
 */
export type Sent =
  | { readonly status: 'sent'; readonly providerId: string | null }
  | { readonly status: 'failed' | 'unconfirmed' | 'refused'; readonly error: string };

const timeoutMs = 15_000;

/** The HTTP client for requests to the providers. */
export const smsHttp = defineService({
  name: 'marketing.smsHttp',
  make({ settings }) {
    const { allowPrivate, dnsServers } = settings.outgoing;
    return new GuardedHttp({ allowPrivate, dnsServers, maxKept: 10_000, connections: 5, connectTimeoutMs: 5000 });
  },
  close: (http) => http.close(),
});

/** The address at which Twilio reports the delivery of a message. */
export const statusUrl = ({ services, caller }: Context): string =>
  `${services.publicUrl()}/api/marketing/sms-status/${caller.accountKey}`;

/** Sends a message to the provider once. After a timeout or a lost connection, the provider may have accepted it. */
export async function sendMessage(
  services: Services,
  { provider, secret }: { provider: SmsProvider; secret: string },
  message: Message,
  callbackUrl: string,
): Promise<Sent> {
  const request =
    provider.provider === 'twilio'
      ? twilioRequest(services.settings.twilioUrl, provider, secret, message, callbackUrl)
      : webhookRequest(provider.url, secret, message);
  const { answer, error } = await services.of(smsHttp).post({ ...request, deadlineMs: timeoutMs });
  if (error !== undefined) return { status: 'unconfirmed', error };
  const body = parsed(answer.body);
  if (answer.status >= 200 && answer.status < 300) {
    const id = body.sid ?? body.id;
    return { status: 'sent', providerId: typeof id === 'string' ? id.slice(0, 100) : null };
  }
  const reason = `The provider answered ${answer.status}${typeof body.message === 'string' ? `: ${body.message.slice(0, 300)}` : '.'}`;
  if (answer.status === 429) return { status: 'refused', error: reason };
  return { status: answer.status >= 500 ? 'unconfirmed' : 'failed', error: reason };
}

function twilioRequest(
  base: string,
  { accountSid, from }: Extract<SmsProvider, { provider: 'twilio' }>,
  token: string,
  { phone, text }: Message,
  callbackUrl: string,
) {
  const sender = /^MG[0-9a-zA-Z]+$/.test(from) ? { MessagingServiceSid: from } : { From: from };
  return {
    url: `${base}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`,
    },
    body: Buffer.from(String(new URLSearchParams({ To: phone, ...sender, Body: text, StatusCallback: callbackUrl }))),
  };
}

function webhookRequest(url: string, secret: string, { id, phone, text }: Message) {
  const body = Buffer.from(JSON.stringify({ id, to: phone, text }));
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'x-platform-delivery': id,
      'x-platform-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  };
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
