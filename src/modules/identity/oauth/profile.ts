import { isJsonObject } from '#lib/json.ts';
import type { OAuth2Provider, OpenIdProvider } from './settings.ts';

/** The person who signed in, according to the provider. Issuer and subject identify the person; the address does not. */
export interface ProviderProfile {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

/** Thrown when the answer of a provider cannot be used. */
export class UnusableAnswer extends Error {}

const maxSubjectLength = 255;
const maxEmailLength = 254;
const maxNameLength = 255;

/** Reads the claims of an ID token whose signature, issuer, audience and nonce were checked. */
export function profileOfClaims(provider: OpenIdProvider, claims: Claims, form: Claims): ProviderProfile {
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

/** Facebook and X do not say whether an address is verified, and X sends no address. */
export function profileOfAnswer({ name, issuer }: OAuth2Provider, answer: unknown): ProviderProfile {
  const data = isJsonObject(answer) && name === 'twitter' ? answer.data : answer;
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

/** Apple sends the name in a form, only at the first sign-in. It comes through the browser, so it proves nothing. */
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
 * Apple sometimes sends booleans as text. At Microsoft's own servers the administrator of any directory can set any address;
 * only xms_edov says that the owner of the domain was verified.
 */
function saysVerified({ name, issuer }: OpenIdProvider, claims: Claims): boolean {
  const yes = (value: unknown) => value === true || value === 'true';
  if (name !== 'microsoft') return yes(claims.email_verified);
  const domainVerified = yes(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === '1';
  return domainVerified || (!issuer.startsWith('https://login.microsoftonline.com/') && yes(claims.email_verified));
}

function subjectOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || value.length > maxSubjectLength) {
    throw new UnusableAnswer('the subject is missing or not usable');
  }
  return value;
}

const isPlain = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

const emailOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxEmailLength && isPlain(value) && value.includes('@') ? value : null;

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' || !isPlain(value)) return null;
  const name = value.trim();
  return name === '' || name.length > maxNameLength ? null : name;
}
