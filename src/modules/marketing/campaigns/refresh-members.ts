import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { marketingModel } from './campaign.ts';
import { type MemberFacts, type PersonKind, readFactsOf, readMemberFacts } from './sql/member-facts.ts';

const chunkSize = 500;

/**
 * Writes the members of a campaign from its mails, text messages and submissions, in chunks that may be repeated. It
 * does not read members that are up to date, so a campaign without changes costs one statement.
 */
export async function refreshMembers(context: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  for (const kind of ['contact', 'lead'] as const) {
    let after: string | null = null;
    do {
      after = await inTransaction(context, async (within): Promise<string | null> => {
        const facts = await readMemberFacts(within.tx, within.caller.tenantId, campaignId, kind, after, chunkSize);
        await write(within, campaignId, kind, facts);
        return facts.length < chunkSize ? null : (facts.at(-1)?.personId ?? null);
      });
    } while (after !== null && !signal.aborted);
  }
}

/** Writes the member that is this contact, or else this lead, in the transaction of the caller. */
export async function refreshMember(
  within: TransactionContext,
  campaignId: string,
  { contactId, leadId }: { readonly contactId: string | null; readonly leadId: string | null },
): Promise<void> {
  const kind = contactId === null ? 'lead' : 'contact';
  const id = contactId ?? leadId;
  if (id === null) return;
  const facts = await readFactsOf(within.tx, within.caller.tenantId, campaignId, kind, id);
  await write(within, campaignId, kind, facts);
}

async function write(
  within: TransactionContext,
  campaignId: string,
  kind: PersonKind,
  facts: readonly MemberFacts[],
): Promise<void> {
  const model = marketingModel(within, 'campaignMembers');
  const added = facts.flatMap(({ memberId, personId, ...values }) =>
    memberId === null ? [{ values: { campaignId, [`${kind}Id`]: personId, ...values } }] : [],
  );
  const known = facts.flatMap(({ memberId, personId: _personId, ...values }) =>
    memberId === null ? [] : [{ id: memberId, values }],
  );
  if (added.length > 0) await insertMany(within, model, added, { onConflict: 'skip' });
  await updateMany(within, model, known);
}
