import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type Context, inTransaction, queryable, type Services } from '#core/context.ts';
import { LruMap } from '#lib/lru.ts';
import { insertDkimKey, readDkimKey } from './sql/dkim-keys.ts';

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** Parsed once, because parsing the PEM text for each mail would take longer than the signature. */
  readonly privateKey: KeyObject;
}

/** Time in the cache, and so the longest delay until a key of another node is used. */
const lifetimeMs = 60_000;

/** The keys of all tenants. */
export class DkimKeys {
  readonly #services: Services;
  readonly #keys = new LruMap<string, { readonly key: Promise<DkimKey | undefined>; readonly until: number }>(1000);

  constructor(services: Services) {
    this.#services = services;
  }

  /** Undefined when the tenant has no key for the domain. */
  find(tenantId: string, domain: string): Promise<DkimKey | undefined> {
    const name = `${tenantId}:${domain}`;
    const known = this.#keys.get(name);
    if (known && Date.now() < known.until) return known.key;
    const key = this.#read(tenantId, domain);
    this.#keys.set(name, { key, until: Date.now() + lifetimeMs });
    key.catch(() => this.#keys.delete(name));
    return key;
  }

  async #read(tenantId: string, domain: string): Promise<DkimKey | undefined> {
    const { db, vault } = this.#services;
    const row = await readDkimKey(db, tenantId, domain);
    if (!row) return undefined;
    return { domain, selector: row.selector, privateKey: createPrivateKey(vault.decrypt(row.privateKey)) };
  }
}

interface PublishedKey {
  readonly selector: string;
  /** Base64, as in the DNS record. */
  readonly publicKey: string;
}

/** Returns the key of the caller's tenant for a domain, and creates it when there is none. */
export async function ensureDkimKey(context: Context, domain: string): Promise<PublishedKey> {
  const { tenantId } = context.caller;
  const existing = await readDkimKey(queryable(context), tenantId, domain);
  if (existing) return existing;
  // Create the key before the transaction, because that takes up to a second.
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const sealed = await context.services.vault.encrypt(privateKey);
  return inTransaction(context, async ({ tx }) => {
    await insertDkimKey(tx, tenantId, domain, {
      // Several accounts may send for one domain, each with its own key.
      selector: `atrium-${randomBytes(4).toString('hex')}`,
      publicKey: publicKey.toString('base64'),
      privateKey: sealed,
    });
    const written = await readDkimKey(tx, tenantId, domain);
    if (!written) throw new Error(`the DKIM key of ${domain} was not written`);
    return written;
  });
}
