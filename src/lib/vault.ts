import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export interface Vault {
  encrypt(text: string): Promise<string>;
  decrypt(sealed: string): string;
  /** A key for another use, derived so that one stored secret serves several. */
  derive(purpose: string): string;
}

/** AES-256-GCM. The form is `v1.<nonce>.<tag>.<ciphertext>`, base64url, so that a later cipher can be told apart. */
export function createVault(key: Buffer): Vault {
  return {
    async encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
    },
    decrypt(sealed) {
      const [version, nonce, tag, body] = sealed.split('.');
      if (version !== 'v1' || !nonce || !tag || body === undefined) throw new Error('not a sealed value');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
    derive: (purpose) => createHmac('sha256', key).update(purpose).digest('base64url'),
  };
}
