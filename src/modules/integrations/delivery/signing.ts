import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** 256 random bits, in the form that Standard Webhooks gives to secrets. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** A secret ready to sign with: making keys costs more than using them. */
export interface SigningKey {
  /** The whole secret, as it is shown. */
  readonly platform: KeyObject;
  /** The bits that it stands for. */
  readonly standard: KeyObject;
}

export const signingKey = (secret: string): SigningKey => ({
  platform: createSecretKey(secret, 'utf8'),
  standard: createSecretKey(secret.slice(prefix.length), 'base64'),
});

interface Signed {
  readonly eventId: string;
  readonly body: Buffer;
  /** Of the current secret, and of the one before it while that still signs. */
  readonly keys: readonly SigningKey[];
  readonly at: Date;
}

/**
 * Two families of headers over the same bytes: our own, keyed with the whole secret, and those of Standard Webhooks, which
 * also sign the time of the attempt, so that a receiver can refuse what is old. While a secret is being replaced, the
 * one before signs as well.
 */
export function signatureHeaders({ eventId, body, keys, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const platform = keys.map((key) => `sha256=${createHmac('sha256', key.platform).update(body).digest('hex')}`);
  const standard = keys.map(
    (key) =>
      `v1,${createHmac('sha256', key.standard).update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return {
    'x-platform-signature': platform[0] ?? '',
    ...(platform[1] !== undefined && { 'x-platform-signature-previous': platform[1] }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
