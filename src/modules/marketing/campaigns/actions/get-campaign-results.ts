import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { readAttribution } from '../../attribution/sql/read-attribution.ts';
import { readCampaign } from '../campaign.ts';
import { readChannels } from '../sql/campaign-channels.ts';
import { readReach } from '../sql/campaign-reach.ts';
import { campaignPath } from '../state-answer.ts';
import { totalsOf } from '../totals.ts';

const number = Type.Number();
const orNull = Type.Union([Type.String(), Type.Null()]);
const credit = Type.Object({
  contacts: number,
  deals: number,
  revenue: Type.Array(Type.Object({ currency: orNull, value: number })),
});

export const getCampaignResults = defineAction({
  name: 'marketing.getCampaignResults',
  summary:
    'What a campaign cost and brought: its channels, mails, visits, submissions, members, and first and last touch attribution',
  routes: [{ method: 'GET', path: '/api/marketing/campaigns/:id/results' }],
  access: 'marketing:read',
  input: campaignPath,
  output: Type.Object({
    campaignId: Type.String({ format: 'uuid' }),
    status: Type.String(),
    budget: Type.Object({ planned: number, channels: number, cost: number, remaining: number }),
    mail: Type.Object({
      sent: number,
      delivered: number,
      opened: number,
      clicked: number,
      replied: number,
      bounced: number,
    }),
    totals: Type.Object({
      impressions: number,
      clicks: number,
      conversions: number,
      conversionValue: number,
      visits: number,
      submissions: number,
      members: number,
      responded: number,
      converted: number,
    }),
    channels: Type.Array(
      Type.Object({
        _id: Type.String({ format: 'uuid' }),
        model: Type.String(),
        name: orNull,
        status: orNull,
        run: Type.Union([Type.Enum(['waiting', 'started', 'task', 'failed', 'cancelled']), Type.Null()]),
        dueAt: orNull,
        error: orNull,
        budget: number,
        cost: number,
        impressions: number,
        clicks: number,
        conversions: number,
        conversionValue: number,
      }),
    ),
    attribution: Type.Union([Type.Object({ firstTouch: credit, lastTouch: credit }), Type.Null()], {
      description: 'Null without the permission to read all contacts and deals.',
    }),
  }),
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const { tx, caller } = within;
      const campaign = await readCampaign(within, id);
      const channels = await readChannels(tx, caller.tenantId, id);
      const reach = await readReach(tx, caller.tenantId, id);
      const readsDeals = caller.access.reach('sales:read') === 'all';
      const attribution = readsDeals ? await readAttribution(tx, caller.tenantId, id) : null;
      const body = { ...totalsOf(campaign, channels, reach), channels, attribution };
      return { body: body as never };
    }),
});
