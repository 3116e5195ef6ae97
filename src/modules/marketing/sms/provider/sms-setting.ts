import type { Context, Services } from '#core/context.ts';
import { Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import { requireOutgoingUrl } from '#core/outgoing-url.ts';
import { isJsonObject } from '#lib/json.ts';

declare module '#core/context.ts' {
  interface Settings {
    /** The base URL of the Twilio API. */
    readonly twilioUrl: string;
  }
}

/** The settings for text messages of a tenant. The secret is the auth token of Twilio, or the signing key of the webhook. */
export type SmsProvider =
  | { readonly provider: 'twilio'; readonly accountSid: string; readonly from: string }
  | { readonly provider: 'webhook'; readonly url: string };

export const readTwilioUrl = (variable: (name: string) => string | undefined): string =>
  variable('TWILIO_URL') ?? 'https://api.twilio.com';

function readProvider(value: unknown): SmsProvider | undefined {
  if (!isJsonObject(value)) return undefined;
  const { provider, accountSid, from, url } = value;
  if (provider === 'webhook' && typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url))
    return { provider, url };
  const isSid = typeof accountSid === 'string' && /^AC[0-9a-zA-Z]{1,64}$/.test(accountSid);
  return provider === 'twilio' && isSid && typeof from === 'string' && from !== '' && from.length <= 40
    ? { provider, accountSid, from }
    : undefined;
}

export async function smsProviderOf(context: Context): Promise<{ provider: SmsProvider; secret: string } | undefined> {
  const setting = await readTenantSetting(context, 'marketing.sms');
  const provider = setting && readProvider(setting.value);
  return provider && setting.secret !== undefined ? { provider, secret: setting.secret } : undefined;
}

function requireSmsUrl(url: string, services: Services): void {
  try {
    requireOutgoingUrl(url, services);
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.code, `has a url that ${error.message}`) : error;
  }
}

export const smsSettings: Readonly<Record<string, SettingRule>> = {
  'marketing.sms': (value, { services }) => {
    const provider = readProvider(value);
    if (!provider)
      throw new Problem(
        'invalid_value',
        'must be {"provider": "twilio", "accountSid": "AC…", "from": "+1…"} or {"provider": "webhook", "url": "https://…"}, with the secret in secretValue',
      );
    if (provider.provider === 'webhook') requireSmsUrl(provider.url, services);
  },
};
