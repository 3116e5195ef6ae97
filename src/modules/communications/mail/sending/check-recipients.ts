import { type Context, queryable } from '#core/context.ts';
import { emailPattern } from '#core/fields/email.ts';
import { isId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';
import type { Recipient } from '../queue/batch.ts';
import { requiresOptIn } from '../suppression/opt-in.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';

export interface RejectedRecipient {
  readonly email: string;
  readonly reason: 'invalid' | 'duplicate' | 'suppressed';
}

export interface CheckedRecipients {
  readonly accepted: readonly Recipient[];
  readonly rejected: readonly RejectedRecipient[];
}

const pattern = new RegExp(emailPattern);
const maxVariablesLength = 20_000;

/** Separates recipients that cannot get the mail. An invalid one does not stop the others. */
export async function checkRecipients(
  context: Context,
  given: readonly unknown[],
  emailListId: string | null,
): Promise<CheckedRecipients> {
  const rejected: RejectedRecipient[] = [];
  const unique = new Map<string, Recipient>();
  for (const one of given) {
    const recipient = readRecipient(one);
    if (typeof recipient === 'string') {
      rejected.push({ email: recipient, reason: 'invalid' });
      continue;
    }
    const key = recipient.email.toLowerCase();
    if (unique.has(key)) rejected.push({ email: recipient.email, reason: 'duplicate' });
    else unique.set(key, recipient);
  }
  const audience = { bulk: true, emailListId, optIn: await requiresOptIn(context) };
  const { tenantId } = context.caller;
  for (const address of (await readSuppressed(queryable(context), tenantId, [...unique.keys()], audience)).keys()) {
    rejected.push({ email: unique.get(address)?.email ?? address, reason: 'suppressed' });
    unique.delete(address);
  }
  return { accepted: [...unique.values()], rejected };
}

/** Returns a recipient, or the text of the invalid input. */
function readRecipient(given: unknown): Recipient | string {
  const value: unknown = typeof given === 'string' ? { email: given } : given;
  if (!isJsonObject(value)) return String(JSON.stringify(given)).slice(0, 254);
  const { email, contactId, leadId, name, variables } = value;
  const wrong =
    typeof email !== 'string' ||
    email.length > 254 ||
    !pattern.test(email) ||
    !isOptionalId(contactId) ||
    !isOptionalId(leadId) ||
    !(name === undefined || name === null || (typeof name === 'string' && name.length <= 500)) ||
    !(variables === undefined || variables === null || isJsonObject(variables)) ||
    JSON.stringify(variables ?? null).length > maxVariablesLength;
  if (wrong) return String(email ?? JSON.stringify(given)).slice(0, 254);
  const links = { contactId: contactId ?? null, leadId: leadId ?? null };
  return { email, ...links, name: name ?? null, variables: variables ?? null } as Recipient;
}

const isOptionalId = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isId(value));
