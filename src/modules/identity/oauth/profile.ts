import { isJsonObject } from '#lib/json.ts';
import type { OpenIdProvider, PlainProvider } from './settings.ts';

/** Who signed in, as the provider says. The issuer and the subject are the key; the address is only something it tells. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

/** A provider said something that cannot be used. */
export class UnusableAnswer extends Error {}

const longestSubject = 255;
const longestEmail = 254;
const longestName = 255;

/** Of the claims of an ID token whose signature, issuer, audience and nonce were checked. */
export function personOfClaims(provider: OpenIdProvider, claims: Claims, form: Claims): Person {
  const email = emailOf(claims.email);
  return {
    issuer: String(claims.iss),
    subject: subjectOf(claims.sub),
    email,
    emailVerified: email !== null && saysVerified(provider, claims),
    firstName: nameOf(form.firstName) ?? nameOf(claims.given_name),
    lastName: nameOf(form.lastName) ?? nameOf(claims.family_name),
  };
}

/** Neither Facebook nor X says whether an address is verified, and X tells none. */
export function personOfProfile({ name, issuer }: PlainProvider, profile: unknown): Person {
  const data = isJsonObject(profile) && name === 'twitter' ? profile.data : profile;
  if (!isJsonObject(data)) throw new UnusableAnswer('the profile is not an object');
  return {
    issuer,
    subject: subjectOf(data.id),
    email: name === 'twitter' ? null : emailOf(data.email),
    emailVerified: false,
    firstName: nameOf(data.first_name),
    lastName: nameOf(data.last_name),
  };
}

/** What Apple's form says about the name, the first time and never again. It came through the browser: a name, no proof. */
export function namesInForm(user: string | undefined): Claims {
  if (user === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(user);
    return isJsonObject(parsed) && isJsonObject(parsed.name) ? parsed.name : {};
  } catch {
    return {};
  }
}

/**
 * Apple writes booleans as text at times. At Microsoft's own servers the administrator of any directory can set any
 * address; only xms_edov says that the owner of its domain was asked.
 */
function saysVerified({ name, issuer }: OpenIdProvider, claims: Claims): boolean {
  const yes = (value: unknown) => value === true || value === 'true';
  if (name !== 'microsoft') return yes(claims.email_verified);
  const byOwner = yes(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === '1';
  return byOwner || (!issuer.startsWith('https://login.microsoftonline.com/') && yes(claims.email_verified));
}

function subjectOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || value.length > longestSubject) {
    throw new UnusableAnswer('the subject is missing or not usable');
  }
  return value;
}

const isPlain = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

const emailOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= longestEmail && isPlain(value) && value.includes('@') ? value : null;

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' || !isPlain(value)) return null;
  const name = value.trim();
  return name === '' || name.length > longestName ? null : name;
}
