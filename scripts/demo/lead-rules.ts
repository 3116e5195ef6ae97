import type { Company, Fields } from './company.ts';
import type { Staff } from './identity.ts';

const scoringRules: readonly Fields[] = [
  { name: 'Head of purchasing', filter: { title: { contains: 'purchasing' } }, points: 25 },
  { name: 'More than 100 employees', filter: { employees: { gt: 100 } }, points: 20 },
  { name: 'Worth more than 15,000', filter: { estimatedValue: { gt: 15_000 } }, points: 20 },
  { name: 'Recommended by a customer', filter: { source: 'referral' }, points: 15 },
  { name: 'Qualified by a call', filter: { status: 'qualified' }, points: 20 },
  { name: 'Opened a mail', eventType: 'email.opened', points: 5, decayDays: 30 },
  { name: 'Sent a form', eventType: 'form.submitted', points: 15, decayDays: 90 },
  { name: 'Wants no mail', filter: { doNotEmail: true }, points: -20 },
];

/** Rules for scores and owners of leads. The server computes the scores after the load. */
export async function createLeadRules(company: Company, staff: Staff): Promise<void> {
  for (const rule of scoringRules) await company.add('sales.leadScoringRules', rule);
  const sellers = staff.sales.map(({ _id }) => _id);
  await company.add('sales.leadRoutingRules', {
    name: 'Large companies to the head of sales',
    position: 1,
    filter: { employees: { gte: 250 } },
    method: 'user',
    userIds: [staff.salesLead._id, ...sellers],
  });
  await company.add('sales.leadRoutingRules', {
    name: 'All others in turn',
    position: 2,
    method: 'roundRobin',
    userIds: sellers,
  });
}
