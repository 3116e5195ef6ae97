import { emailPattern } from '#core/fields/email.ts';

/** An address that becomes a member of a list. */
export interface Subscriber {
  readonly email: string;
  readonly name?: string | null;
  readonly contactId?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

export interface Rejection {
  readonly email: string;
  /** The reason why the address is left out: invalid, already there, or suppressed. */
  readonly reason: 'invalid' | 'duplicate' | 'noAddress' | 'unsubscribed' | 'bounced' | 'complained' | 'manual';
}

const maxLength = 254;
const address = new RegExp(emailPattern);

/** Separates valid addresses from invalid ones, and removes duplicates. */
export function checkAddresses(given: readonly Subscriber[]): { valid: Subscriber[]; rejected: Rejection[] } {
  const rejected: Rejection[] = [];
  const valid = new Map<string, Subscriber>();
  for (const subscriber of given) {
    const email = subscriber.email.trim();
    const key = email.toLowerCase();
    if (email.length > maxLength || !address.test(email))
      rejected.push({ email: email.slice(0, maxLength), reason: 'invalid' });
    else if (valid.has(key)) rejected.push({ email, reason: 'duplicate' });
    else valid.set(key, { ...subscriber, email });
  }
  return { valid: [...valid.values()], rejected };
}
