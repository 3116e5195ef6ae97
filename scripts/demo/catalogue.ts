import { type Company, currency, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

const grey = '#78909c';
const blue = '#1e88e5';
const amber = '#ffb300';

/** Names with descriptions. */
const typeLists = {
  accountTypes: {
    'Direct customer': 'Buys from us and is served by us.',
    'Key account': 'Several sites and a contract of its own.',
    Reseller: 'Sells our machines under its own contract.',
  },
  accountSources: {
    Website: 'Wrote through the website.',
    Referral: 'Was sent by a customer.',
    'Trade fair': 'Met us at our stand.',
    Outbound: 'Was called by us.',
  },
  leadSources: {
    'Contact form': 'The form on the website.',
    'Trade fair': 'Badges scanned at our stand.',
    Referral: 'Named by a customer.',
    'Online advertising': 'Came through a paid advertisement.',
  },
  organizationTypes: {
    'Hotel group': 'Runs several hotels.',
    'Hospital trust': 'Runs several hospitals.',
    University: 'Teaches and researches.',
    'Office operator': 'Runs shared offices.',
  },
} as const;

type ListName = keyof typeof typeLists | 'industries' | 'regions' | 'slaTypes';

/** Ids of the list entries of sales, by name. */
export type Lists = Readonly<Record<ListName, ReadonlyMap<string, string>>>;

const byName = (records: readonly Saved<{ name: string }>[]) => new Map(records.map(({ name, _id }) => [name, _id]));

export async function createLists(company: Company, staff: Staff): Promise<Lists> {
  const lists: Partial<Record<ListName, ReadonlyMap<string, string>>> = await createPlaces(company, staff);
  await createRenewals(company);
  for (const [slug, entries] of Object.entries(typeLists)) {
    lists[slug as ListName] = byName(await company.types(`sales.${slug}`, entries));
  }
  return lists as Lists;
}

async function createPlaces(company: Company, staff: Staff) {
  const industries = await company.addMissing(
    'sales.industries',
    [
      ['Hospitality', 'HOS'],
      ['Healthcare', 'HEA'],
      ['Education', 'EDU'],
      ['Professional services', 'PRO'],
      ['Retail', 'RET'],
      ['Technology', 'TEC'],
      ['Manufacturing', 'MAN'],
    ].map(([name = '', code]) => ({ name, code })),
  );
  const [northAmerica] = await company.addMissing('sales.regions', [
    { name: 'North America', code: 'NA', managerId: staff.salesLead._id, currency },
  ]);
  const regions = await company.addMissing(
    'sales.regions',
    ['US East', 'US Central', 'US West', 'Canada'].map((name, index) => ({
      name,
      code: `NA-${index + 1}`,
      parentRegionId: northAmerica?._id,
      managerId: at(staff.sales, index)._id,
      country: name === 'Canada' ? 'Canada' : 'United States',
      currency,
    })),
  );
  const sla = (name: string, responseMinutes: number, resolutionMinutes: number, priority: string, color: string) => ({
    name,
    responseMinutes,
    resolutionMinutes,
    priority,
    color,
    isDefault: name === 'Standard',
    businessHoursOnly: name !== 'Platinum',
  });
  const slaTypes = await company.addMissing('sales.slaTypes', [
    sla('Standard', 480, 2880, 'normal', grey),
    sla('Gold', 240, 1440, 'high', amber),
    sla('Platinum', 60, 480, 'urgent', blue),
  ]);
  return { industries: byName(industries), regions: byName(regions), slaTypes: byName(slaTypes) };
}

/** A second pipeline, for contracts that end. */
async function createRenewals(company: Company): Promise<void> {
  const { _id: pipelineId } = await company.add('sales.pipelines', { name: 'Renewals' });
  await company.addAll('sales.opportunityStatuses', [
    { pipelineId, name: 'Contract ends', color: grey, probability: 50, rottingDays: 30 },
    {
      pipelineId,
      name: 'Offer sent',
      color: blue,
      probability: 75,
      rottingDays: 14,
      requiredFields: ['value', 'closeDate'],
    },
    { pipelineId, name: 'Renewed', color: '#43a047', category: 'won' },
    { pipelineId, name: 'Left', color: '#e53935', category: 'lost', requiredFields: ['lossReason'] },
  ]);
}
