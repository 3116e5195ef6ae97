import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '#core/context.ts';

/** The mail that a return address names. */
export interface VerpMail {
  readonly tenantId: string;
  readonly emailId: string;
}

const purpose = 'return addresses of mail';
const macBytes = 10;
const idBytes = 16;
const maxTenantBytes = 8;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The return address of one mail (variable envelope return path): `b+<token>@domain`. The token names tenant and mail and
 * is signed, so that nobody can report bounces of mails that they did not get. It has only characters that survive
 * servers which change the case, and at most 55 of them: a local part may have 64.
 */
export function verpAddress({ vault }: Services, tenantId: string, emailId: string, domain: string): string {
  const payload = Buffer.concat([Buffer.from(emailId.replaceAll('-', ''), 'hex'), tenantBytes(tenantId)]);
  return `b+${encode(Buffer.concat([macOf(vault.derive(purpose), payload), payload]))}@${domain}`;
}

/** Reads the mail of a return address; undefined when we did not make the address. */
export function readVerp({ vault }: Services, address: string): VerpMail | undefined {
  const [, token = ''] = /^\s*<?b\+([a-z2-7]{40,56})@[^\s@<>]+>?\s*$/i.exec(address) ?? [];
  const bytes = decode(token.toLowerCase());
  const mac = bytes.subarray(0, macBytes);
  const payload = bytes.subarray(macBytes);
  if (payload.length <= idBytes || payload.length > idBytes + maxTenantBytes) return undefined;
  const previous = vault.derivePrevious(purpose);
  const keys = [vault.derive(purpose), ...(previous === undefined ? [] : [previous])];
  if (!keys.some((key) => timingSafeEqual(mac, macOf(key, payload)))) return undefined;
  const id = payload.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { tenantId: String(BigInt(`0x${payload.toString('hex', idBytes)}`)), emailId: id };
}

const macOf = (key: string, payload: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest().subarray(0, macBytes);

function tenantBytes(tenantId: string): Buffer {
  const hex = BigInt(tenantId).toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Base32 of RFC 4648 in lower case, without padding. */
function encode(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

function decode(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = (value << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 255);
    }
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
