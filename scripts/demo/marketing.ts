import { createChannels } from './channels.ts';
import { type Company, currency, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import type { Library } from './library.ts';
import { at } from './random.ts';
import type { Website } from './website.ts';

/** Name, type, status, first day, last day, budget, and purpose. */
const campaigns = [
  [
    'Kestrel Duo launch',
    'productLaunch',
    'active',
    -30,
    45,
    24_000,
    'Sixty demonstrations and twenty orders of the Duo.',
  ],
  ['Spring tasting tour', 'event', 'completed', -150, -90, 18_000, 'Eight tastings in eight cities.'],
  ['Come back to good coffee', 'retention', 'planned', 20, 80, 4000, 'Two of ten former customers return.'],
  ['Monthly newsletter', 'newsletter', 'active', -330, 35, 3600, 'Stay in mind, once a month.'],
  ['Hospital canteens', 'leadGeneration', 'paused', -70, 20, 9000, 'Ten conversations with hospital catering.'],
  ['Bring a neighbor', 'referral', 'draft', 40, 130, 5000, 'Every third order from a recommendation.'],
] as const;

export async function createCampaigns(
  company: Company,
  staff: Staff,
  library: Library,
  site: Website,
): Promise<Saved[]> {
  const owner = at(staff.marketing, 0);
  const created: Saved<{ name: string; startDate: string; endDate: string; status: string }>[] = [];
  for (const [index, [name, type, status, from, to, budget, objective]] of campaigns.entries()) {
    const sent = status === 'active' || status === 'completed' ? 400 + index * 90 : 0;
    created.push(
      await company.add('marketing.campaigns', {
        name,
        type,
        status,
        channel: type === 'newsletter' ? 'email' : 'multiChannel',
        priority: index === 0 ? 'high' : 'normal',
        objective,
        startDate: company.day(from),
        endDate: company.day(to),
        ...(from < 0 && { launchedAt: company.time(from) }),
        ...(to < 0 && { completedAt: company.time(to, 18) }),
        budget,
        actualCost: from < 0 ? Math.round(budget * 0.6) : 0,
        expectedRevenue: budget * 6,
        currency,
        segmentIds: [at(library.segments, index)._id],
        utmCampaign: name.toLowerCase().replaceAll(' ', '-'),
        recipientCount: sent,
        sentCount: sent,
        bounceCount: Math.round(sent / 50),
        deliveredCount: sent - Math.round(sent / 50),
        openCount: Math.round(sent * 0.46),
        uniqueOpenCount: Math.round(sent * 0.38),
        clickCount: Math.round(sent * 0.09),
        uniqueClickCount: Math.round(sent * 0.07),
        leadCount: Math.round(sent / 40),
        ownerId: owner._id,
      }),
    );
  }
  for (const [index, campaign] of created.entries()) {
    await company.add('marketing.campaignStakeholderUsers', {
      campaignId: campaign._id,
      userId: at([staff.director, staff.salesLead, ...staff.marketing], index)._id,
      role: at(['sponsor', 'approver', 'manager', 'contributor'], index),
    });
  }
  await createChannels(company, staff, library, created, site);
  return created;
}
