import { type Context, inTransaction } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { marketingModel } from './campaign.ts';
import { type MemberFacts, readMemberFacts } from './sql/member-facts.ts';

const chunkSize = 500;

/** Writes the members of a campaign from its mails and submissions, in chunks that may be repeated. */
export async function refreshMembers(context: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const last: string | null = await inTransaction(context, async (within) => {
      const facts = await readMemberFacts(within.tx, within.caller.tenantId, campaignId, after, chunkSize);
      const model = marketingModel(within, 'campaignMembers');
      const added = facts.filter(({ memberId }) => memberId === null);
      const rows = added.map((fact) => ({ values: { campaignId, contactId: fact.contactId, ...valuesOf(fact) } }));
      await insertMany(within, model, rows, { withoutHooks: true, onConflict: 'skip' });
      const known = facts.flatMap((fact) =>
        fact.memberId === null ? [] : [{ id: fact.memberId, values: valuesOf(fact) }],
      );
      await updateMany(within, model, known, { withoutHooks: true });
      return facts.length < chunkSize ? null : (facts.at(-1)?.contactId ?? null);
    });
    if (last === null || signal.aborted) return;
    after = last;
  }
}

/** A person who was excluded by hand stays excluded. */
function valuesOf({ status, source, firstTouchAt, lastTouchAt, respondedAt, won }: MemberFacts) {
  const reached = won ? 'converted' : respondedAt === null ? 'sent' : 'responded';
  const kept = status === 'excluded' || (status === 'converted' && !won);
  return { status: kept ? status : reached, source, firstTouchAt, lastTouchAt, respondedAt };
}
