/** The body of a delivery. */
export interface WebhookEvent {
  /** A delivery may arrive twice; its id is the same. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly accountKey: string;
  /** True when a restored record is delivered as `created`. */
  readonly restored?: true;
  readonly derived?: true;
  readonly actor?: { readonly _id: string; readonly via: string };
  readonly data: {
    readonly record: Readonly<Record<string, unknown>>;
    /** The former values of the fields that an update changed. */
    readonly previous?: Readonly<Record<string, unknown>>;
  };
}

type WebhookErrorCode = 'body_was_parsed' | 'missing_signature' | 'wrong_signature' | 'too_old' | 'not_json';

/** The reason why a request is not a delivery of Atrium: answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface VerifyOptions {
  /**
   * Also refuses deliveries that were signed longer ago, by the headers of Standard Webhooks, which then must be there.
   * Without it, deduplicate by `id` against repeated requests.
   */
  readonly toleranceSeconds?: number | undefined;
}

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a delivery, and returns its event. `body` is the raw body, as bytes or as text: an object that
 * was parsed and written again has other bytes. `secret` is the one that the registration showed.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeaderBag,
  secret: string,
  { toleranceSeconds }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('secret is empty: give the one that the registration of the webhook showed.');
  const bytes = bytesOf(body);
  const header = headerReader(headers);
  // After the secret was rotated, deliveries carry a signature with the previous one for a day.
  const given = ['x-platform-signature', 'x-platform-signature-previous'].flatMap((name) => header(name) ?? []);
  if (given.length === 0) {
    throw new WebhookError('missing_signature', 'There is no header X-Platform-Signature.');
  }
  const key = encoder.encode(secret);
  if (
    !(await anyMatches(
      given.map((one) => fromHex(one)),
      key,
      bytes,
    ))
  )
    throw new WebhookError(
      'wrong_signature',
      'The signature does not fit the body: check that the secret is that of this webhook, and that the body is raw.',
    );
  if (toleranceSeconds !== undefined) await checkTime(header, secret, bytes, toleranceSeconds);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch {
    throw new WebhookError('not_json', 'The body is signed, but it is not JSON.');
  }
}

const encoder = new TextEncoder();

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return encoder.encode(body);
  // The copy has a buffer of its own, which WebCrypto takes in every environment.
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookError(
    'body_was_parsed',
    'The body must be the raw bytes or text of the request, not what a JSON parser made of it.',
  );
}

function headerReader(headers: HeaderBag): (name: string) => string | undefined {
  if (typeof (headers as Headers).get === 'function') return (name) => (headers as Headers).get(name) ?? undefined;
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = values.get(name);
    return value === undefined ? undefined : String(Array.isArray(value) ? value[0] : value);
  };
}

/** WebCrypto compares in constant time. A signature of another form matches nothing. */
async function anyMatches(
  signatures: readonly (Uint8Array<ArrayBuffer> | undefined)[],
  secret: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const found = await Promise.all(
    signatures.map((signature) => signature !== undefined && crypto.subtle.verify('HMAC', key, signature, message)),
  );
  return found.includes(true);
}

async function checkTime(
  header: (name: string) => string | undefined,
  secret: string,
  body: Uint8Array<ArrayBuffer>,
  toleranceSeconds: number,
): Promise<void> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (id === undefined || time === undefined || signatures === undefined)
    throw new WebhookError(
      'missing_signature',
      'There are no headers webhook-id, webhook-timestamp and webhook-signature.',
    );
  // Not `>`, because a tolerance of NaN, from a variable that is not set, would accept everything.
  if (!/^\d{1,15}$/.test(time) || !(Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds))
    throw new WebhookError('too_old', `The delivery was not signed within the last ${toleranceSeconds} seconds.`);
  const head = encoder.encode(`${id}.${time}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  const given = signatures.split(' ').map((one) => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : undefined));
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0 || !(await anyMatches(given, key, message)))
    throw new WebhookError('wrong_signature', 'The signature of webhook-signature does not fit the body and its time.');
}

function fromHex(header: string): Uint8Array<ArrayBuffer> | undefined {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(header.trim()) ?? [];
  if (hex === undefined) return undefined;
  return Uint8Array.from({ length: 32 }, (_, n) => Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
