import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { emailListMembers, emailSuppressions } from '../../model-names.ts';
import type { MemberStatus } from './member-states.ts';
import type { Subscriber } from './subscriber.ts';

/** Callers update the counts of the list themselves. */
const withoutHooks = { withoutHooks: true };

export type MemberSource = 'api' | 'import' | 'page';

/** Adds members to a list. Returns their ids, in the order of `subscribers`. */
export async function insertMembers(
  context: TransactionContext,
  emailListId: string,
  subscribers: readonly Subscriber[],
  { status, source }: { readonly status: MemberStatus; readonly source: MemberSource },
): Promise<string[]> {
  const rows = subscribers.map(({ email, name = null, contactId = null, variables = null }) => ({
    id: newId(),
    values: { emailListId, email, name, contactId, variables, status, source } as Record<string, JsonValue>,
  }));
  await insertMany(context, emailListMembers(context), rows, withoutHooks);
  return rows.map(({ id }) => id);
}

/** Changes the status of members, and the time of the status. */
export async function setMemberStatus(
  context: TransactionContext,
  ids: readonly string[],
  status: MemberStatus,
  times: { readonly subscribedAt?: Date; readonly confirmedAt?: Date; readonly unsubscribedAt?: Date | null },
): Promise<void> {
  const changed = Object.entries(times).map(([key, at]): [string, JsonValue] => [key, at?.toISOString() ?? null]);
  const values = { status, ...Object.fromEntries(changed) };
  const rows = ids.map((id) => ({ id, values }));
  await updateMany(context, emailListMembers(context), rows, withoutHooks);
}

/** Deactivates suppressions, so that mail is sent again. */
export async function deactivateSuppressions(context: TransactionContext, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ id, values: { active: false } }));
  await updateMany(context, emailSuppressions(context), rows);
}
