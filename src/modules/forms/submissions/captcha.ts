import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import { isJsonObject } from '#lib/json.ts';
import { type Captcha, readCaptcha } from '../settings/captcha-setting.ts';

const timeoutMs = 3000;

/** The captcha of the tenant; undefined when it has none. */
export async function captchaOf(context: Context): Promise<(Captcha & { readonly secret: string }) | undefined> {
  const setting = await readTenantSetting(context, 'forms.captcha');
  const captcha = setting && readCaptcha(setting.value);
  return captcha && setting.secret !== undefined ? { ...captcha, secret: setting.secret } : undefined;
}

/** Asks the provider to verify the token. Throws when it is invalid. */
export async function requireCaptcha(context: Context, token: string | undefined): Promise<void> {
  const captcha = await captchaOf(context);
  if (!captcha)
    throw new AppError(
      'not_configured',
      'The captcha of this form is not set up: its owner needs the setting forms.captcha.',
    );
  if (token === undefined) throw invalid('captchaToken', 'required', 'is required: solve the captcha');
  const { origin, services } = context;
  const url = services.settings.captchaUrls[captcha.provider];
  const body = new URLSearchParams({
    secret: captcha.secret,
    response: token.slice(0, 10_000),
    remoteip: origin?.ip ?? '',
  });
  const answer: unknown = await fetch(`${url}/siteverify`, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then((reply) => reply.json())
    .catch((error: Error) => {
      services.log.warn(`the captcha provider ${captcha.provider} did not answer: ${error.message}`);
      throw new AppError('unavailable', 'The captcha could not be checked; send the form again in a moment.');
    });
  if (!(isJsonObject(answer) && answer.success === true))
    throw invalid('captchaToken', 'invalid', 'was not accepted: solve the captcha again');
}
