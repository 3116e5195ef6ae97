import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { marketingModel } from './campaign.ts';
import { type MemberFacts, readFactsOf, readMemberFacts } from './sql/member-facts.ts';

const chunkSize = 500;

/**
 * Writes the members of a campaign from its mails, text messages and submissions, in chunks that may be repeated. It
 * does not read members that are up to date, so a campaign without changes costs one statement.
 */
export async function refreshMembers(context: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  do {
    after = await inTransaction(context, async (within): Promise<string | null> => {
      const facts = await readMemberFacts(within.tx, within.caller.tenantId, campaignId, after, chunkSize);
      await write(within, campaignId, facts);
      return facts.length < chunkSize ? null : (facts.at(-1)?.contactId ?? null);
    });
  } while (after !== null && !signal.aborted);
}

/** Writes one member, in the transaction of the caller. */
export async function refreshMember(within: TransactionContext, campaignId: string, contactId: string): Promise<void> {
  await write(within, campaignId, await readFactsOf(within.tx, within.caller.tenantId, campaignId, contactId));
}

async function write(within: TransactionContext, campaignId: string, facts: readonly MemberFacts[]): Promise<void> {
  const model = marketingModel(within, 'campaignMembers');
  const added = facts.flatMap(({ memberId, ...values }) =>
    memberId === null ? [{ values: { campaignId, ...values } }] : [],
  );
  const known = facts.flatMap(({ memberId, contactId: _contactId, ...values }) =>
    memberId === null ? [] : [{ id: memberId, values }],
  );
  if (added.length > 0) await insertMany(within, model, added, { onConflict: 'skip' });
  await updateMany(within, model, known);
}
