import { Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { isJsonObject } from '#lib/json.ts';

declare module '#core/context.ts' {
  interface Settings {
    /** The URLs at which captcha tokens are verified. */
    readonly captchaUrls: Readonly<Record<CaptchaProvider, string>>;
  }
}

const captchaProviders = ['hcaptcha', 'turnstile'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

export interface Captcha {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
}

export const readCaptchaUrls = (variable: (name: string) => string | undefined): Record<CaptchaProvider, string> => ({
  hcaptcha: variable('HCAPTCHA_URL') ?? 'https://api.hcaptcha.com',
  turnstile: variable('TURNSTILE_URL') ?? 'https://challenges.cloudflare.com/turnstile/v0',
});

/** Parses the setting; undefined when it is malformed. */
export function readCaptcha(value: unknown): Captcha | undefined {
  if (!isJsonObject(value)) return undefined;
  const { provider, siteKey } = value;
  const known = captchaProviders.find((name) => name === provider);
  return known && typeof siteKey === 'string' && /^[\w-]{1,200}$/.test(siteKey)
    ? { provider: known, siteKey }
    : undefined;
}

const isHost = (value: unknown): boolean => typeof value === 'string' && /^[a-z0-9.-]{1,253}$/.test(value);

/** The rules of the settings that forms use. */
export const settingRules: Readonly<Record<string, SettingRule>> = {
  'forms.captcha': (value) => {
    if (!readCaptcha(value))
      throw new Problem(
        'invalid_value',
        `must be {"provider": "${captchaProviders.join('" or "')}", "siteKey": "…"}, with the secret in secretValue`,
      );
  },
  'forms.redirectHosts': (value) => {
    if (!(Array.isArray(value) && value.every(isHost)))
      throw new Problem('invalid_value', 'must be a list of hosts in lower case, such as ["www.example.com"]');
  },
};
