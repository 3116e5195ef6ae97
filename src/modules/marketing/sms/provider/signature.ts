import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#core/errors.ts';

/** A wrong signature and an account that does not exist get the same answer. */
export const notFromProvider = () =>
  new AppError('forbidden', 'The request is not signed by the SMS provider of this account.');

/** Twilio signs the URL, followed by the names and values of the form in the order of the names. */
export function requireTwilioSignature(
  token: string,
  url: string,
  form: Readonly<Record<string, unknown>>,
  given: string,
): void {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, key) => `${text}${key}${String(form[key])}`, url);
  requireEqual(createHmac('sha1', token).update(signed).digest(), Buffer.from(given, 'base64'));
}

/** Checks the signature of a webhook. Messages to the webhook are signed in the same way. */
export function requireWebhookSignature(secret: string, body: Buffer, given: string): void {
  const wanted = createHmac('sha256', secret).update(body).digest();
  requireEqual(wanted, Buffer.from(given.replace(/^sha256=/, ''), 'hex'));
}

function requireEqual(wanted: Buffer, found: Buffer): void {
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) throw notFromProvider();
}
