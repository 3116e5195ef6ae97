import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export interface Vault {
  encrypt(text: string): Promise<string>;
  /** Decrypts values of the current and the previous key. */
  decrypt(sealed: string): string;
  /** A key for another purpose, derived from the current key. */
  derive(purpose: string): string;
  /** The same from the previous key; undefined when there is none. */
  derivePrevious(purpose: string): string | undefined;
  /** The prefix of every value that is encrypted with the current key. */
  readonly prefix: string;
}

interface Key {
  readonly bytes: Buffer;
  /** The id in encrypted values. The key cannot be computed from it. */
  readonly id: string;
}

const keyOf = (bytes: Buffer): Key => ({ bytes, id: hmac(bytes, 'key id').toString('hex').slice(0, 8) });

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Encrypts with AES-256-GCM. The format is `v2-<key id>.<nonce>.<tag>.<ciphertext>`, base64url: the prefix names the
 * cipher and the key. Values in the format `v1.…` have no key id.
 */
export function createVault(currentKey: Buffer, previousKey?: Buffer): Vault {
  const current = keyOf(currentKey);
  const keys = previousKey ? [current, keyOf(previousKey)] : [current];
  const prefix = `v2-${current.id}.`;
  return {
    prefix,
    async encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
    },
    decrypt(sealed) {
      const [form = '', nonce, tag, body] = sealed.split('.');
      if (!nonce || !tag || body === undefined) throw new Error('not a sealed value');
      const parts = [nonce, tag, body].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer];
      if (form === 'v1') return decryptWithAny(keys, parts);
      const key = keys.find(({ id }) => form === `v2-${id}`);
      if (!key) throw new Error(form.startsWith('v2-') ? 'sealed with another key' : 'not a sealed value');
      return decryptWith(key, parts);
    },
    derive: (purpose) => hmac(currentKey, purpose).toString('base64url'),
    derivePrevious: (purpose) => previousKey && hmac(previousKey, purpose).toString('base64url'),
  };
}

type Parts = readonly [nonce: Buffer, tag: Buffer, body: Buffer];

function decryptWith({ bytes }: Key, [nonce, tag, body]: Parts): string {
  const decipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: 16 });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** Tries each key: the tag is valid for only one key. */
function decryptWithAny(keys: readonly Key[], parts: Parts): string {
  for (const key of keys.slice(0, -1)) {
    try {
      return decryptWith(key, parts);
    } catch {
      // The value was encrypted with another key.
    }
  }
  return decryptWith(keys.at(-1) as Key, parts);
}
