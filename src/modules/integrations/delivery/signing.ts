import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { secretPrefix } from '../webhooks/new-secret.ts';

/** The key objects of a secret, cached because creating them costs more than signing. */
export interface SigningKey {
  /** The secret with its prefix, as text. */
  readonly platform: KeyObject;
  /** The decoded bits of the secret. */
  readonly standard: KeyObject;
}

export const signingKey = (secret: string): SigningKey => ({
  platform: createSecretKey(secret, 'utf8'),
  standard: createSecretKey(secret.slice(secretPrefix.length), 'base64'),
});

interface SignedMessage {
  readonly eventId: string;
  readonly body: Buffer;
  /** The keys of the current secret, and of the previous one while it still signs. */
  readonly keys: readonly SigningKey[];
  readonly at: Date;
}

/**
 * Two sets of headers for the same body. Our own signature uses the secret as text. The headers of Standard Webhooks
 * also sign the time of the attempt, so that a receiver can refuse old requests. For 24 hours after a rotation, the
 * previous secret signs as well.
 */
export function signatureHeaders({ eventId, body, keys, at }: SignedMessage): Record<string, string> {
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
