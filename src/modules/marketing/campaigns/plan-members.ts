import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { audiencePeople } from './audience-people.ts';
import { marketingModel, readCampaign } from './campaign.ts';
import { leadsWithoutMember, listedNonMembers, type Planned, withoutMembers } from './sql/planned-members.ts';

/**
 * Adds new contacts and leads in the audience of an active campaign as planned members. Segments are read with the permissions of
 * the owner of the campaign.
 */
export const planMembers = (context: Context, campaignId: string): Promise<void> =>
  inTransaction(context, async (within) => {
    const { tx, caller, services } = within;
    const campaign = await readCampaign(withAllAccess(within), campaignId);
    if (campaign.status !== 'active') return;
    await addPlanned(within, campaignId, 'list', await listedNonMembers(tx, caller.tenantId, campaignId));
    const { ownerId } = campaign;
    const owner =
      typeof ownerId === 'string' ? await services.directory.actor(caller.tenantId, ownerId, tx) : undefined;
    if (!owner) return;
    for await (const { areLeads, ids } of audiencePeople({ ...within, caller: owner }, campaign)) {
      const added = areLeads ? leadsWithoutMember : withoutMembers;
      await addPlanned(within, campaignId, 'segment', await added(tx, caller.tenantId, campaignId, ids));
    }
  });

async function addPlanned(
  within: TransactionContext,
  campaignId: string,
  source: string,
  people: readonly Planned[],
): Promise<void> {
  const rows = people.map((person) => ({ values: { campaignId, ...person, status: 'planned', source } }));
  if (rows.length > 0)
    await insertMany(within, marketingModel(within, 'campaignMembers'), rows, { onConflict: 'skip' });
}
