import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** 256 random bits, in the form that Standard Webhooks gives to secrets. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

interface Signed {
  readonly eventId: string;
  readonly body: Buffer;
  /** The current one, and the one before it while that still signs. */
  readonly secrets: readonly string[];
  readonly at: Date;
}

/**
 * Two families of headers over the same bytes: our own, keyed with the whole secret, and those of Standard Webhooks, which
 * also sign the time of the attempt, so that a receiver can refuse what is old. While a secret is being replaced, the
 * one before signs as well.
 */
export function signatureHeaders({ eventId, body, secrets, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const platform = secrets.map((secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'x-platform-signature': platform[0] ?? '',
    ...(platform[1] !== undefined && { 'x-platform-signature-previous': platform[1] }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
