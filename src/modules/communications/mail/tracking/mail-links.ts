import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Services } from '#core/context.ts';

/**
 * The links of one mail. They are signed, so nobody can make a link of another tenant, or to a site of their choice.
 */
export interface MailLinks {
  readonly openUrl: string;
  readonly unsubscribeUrl: string;
  readonly viewUrl: string;
  /** Throws for a URL that is not http or https. */
  clickUrl(url: string): string;
}

export type LinkPurpose = 'open' | 'click' | 'unsubscribe' | 'view' | 'confirm';

/** The content of a link token. The signature covers all of it. */
export interface SignedLink {
  readonly tenantId: string;
  /** The record that the link is about: a mail, or for `confirm` the member of a list. */
  readonly emailId: string;
  /** The target of a click. */
  readonly url?: string;
}

/**
 * The first byte of a token, which prevents its use for another purpose. Links in sent mails contain these bytes, so
 * never change them.
 */
const purposeBytes: Readonly<Record<LinkPurpose, number>> = { open: 1, click: 2, unsubscribe: 3, view: 4, confirm: 5 };

const tenantBytes = 6;
const idStart = 1 + tenantBytes;
const urlStart = idStart + 16;
const signatureBytes = 16;

const keyPurpose = 'links of mails';

/** Makes and reads the tokens of mail links: base64url of purpose, tenant, record, URL and signature. */
export class LinkSigner {
  readonly #publicUrl: () => string;
  readonly #key: KeyObject;
  /** Replaced keys are accepted for as long as the operator keeps them. */
  readonly #acceptedKeys: readonly KeyObject[];

  constructor({ vault, publicUrl }: Pick<Services, 'vault' | 'publicUrl'>) {
    const previous = vault.derivePrevious(keyPurpose);
    this.#publicUrl = publicUrl;
    this.#key = keyOf(vault.derive(keyPurpose));
    this.#acceptedKeys = previous === undefined ? [this.#key] : [this.#key, keyOf(previous)];
  }

  of(tenantId: string, emailId: string): MailLinks {
    const base = `${this.#publicUrl()}/m`;
    return {
      openUrl: `${base}/o/${this.#token('open', tenantId, emailId)}.gif`,
      unsubscribeUrl: `${base}/u/${this.#token('unsubscribe', tenantId, emailId)}`,
      viewUrl: `${base}/v/${this.#token('view', tenantId, emailId)}`,
      clickUrl: (url) => {
        if (!isWebUrl(url)) throw new Error('a tracked link must be an http or https URL');
        return `${base}/c/${this.#token('click', tenantId, emailId, url)}`;
      },
    };
  }

  /** The link by which the owner of an address confirms a subscription. */
  confirmUrl(tenantId: string, memberId: string): string {
    return `${this.#publicUrl()}/m/s/${this.#token('confirm', tenantId, memberId)}`;
  }

  /** Undefined for a token that is invalid or was made for another purpose. */
  read(token: string, purpose: LinkPurpose): SignedLink | undefined {
    if (!/^[\w-]+$/.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    // Decoding ignores some characters at the end, so compare the token with its encoded form.
    if (bytes.toString('base64url') !== token) return undefined;
    const end = bytes.length - signatureBytes;
    if (end < urlStart || bytes[0] !== purposeBytes[purpose]) return undefined;
    const signed = bytes.subarray(0, end);
    const given = bytes.subarray(end);
    if (!this.#acceptedKeys.some((key) => timingSafeEqual(signatureOf(signed, key), given))) return undefined;
    const tenantId = String(bytes.readUIntBE(1, tenantBytes));
    const emailId = idOf(bytes.toString('hex', idStart, urlStart));
    if (purpose !== 'click') return { tenantId, emailId };
    return { tenantId, emailId, url: bytes.toString('utf8', urlStart, end) };
  }

  #token(purpose: LinkPurpose, tenantId: string, id: string, url = ''): string {
    const signedBytes = urlStart + Buffer.byteLength(url);
    const bytes = Buffer.allocUnsafe(signedBytes + signatureBytes);
    bytes[0] = purposeBytes[purpose];
    bytes.writeUIntBE(Number(tenantId), 1, tenantBytes);
    if (bytes.write(id.replaceAll('-', ''), idStart, 16, 'hex') !== 16) throw new Error(`not an id: ${id}`);
    bytes.write(url, urlStart);
    signatureOf(bytes.subarray(0, signedBytes), this.#key).copy(bytes, signedBytes);
    return bytes.toString('base64url');
  }
}

/** A key object halves the time of a signature, which is most of the time of a tracked link. */
const keyOf = (key: string): KeyObject => createSecretKey(key, 'utf8');

const signatureOf = (bytes: Buffer, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(bytes).digest().subarray(0, signatureBytes);

const idOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Browsers ignore spaces around a URL, and PostgreSQL refuses NUL and lone surrogates: links with those are not tracked. */
export const isWebUrl = (url: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters.
  /^https?:\/\/[^\u0000-\u0020]+$/i.test(url) && url.isWellFormed() && URL.canParse(url);
