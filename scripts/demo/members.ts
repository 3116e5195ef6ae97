import type { Company, Saved } from './company.ts';
import type { Customer } from './customers.ts';
import { at } from './random.ts';

/** Creates the members of the first two campaigns, with the results. */
export async function createMembers(company: Company, campaigns: readonly Saved[], customers: readonly Customer[]) {
  for (let index = 0; index < 24; index += 1) {
    const status = at(['sent', 'sent', 'responded', 'converted'], index);
    const contact = at(at(customers, index).contacts, 0);
    const touched = -60 + index;
    await company.add('marketing.campaignMembers', {
      campaignId: at(campaigns, index % 2)._id,
      contactId: contact._id,
      status,
      source: index % 3 === 0 ? 'form' : 'mail',
      firstTouchAt: company.time(touched),
      lastTouchAt: company.time(touched + 2),
      ...(status !== 'sent' && { respondedAt: company.time(touched + 2) }),
    });
  }
  for (let index = 0; index < 4; index += 1) {
    const contact = at(at(customers, 30 + index).contacts, 0);
    await company.add('marketing.smsOptOuts', {
      phone: `+1 202 555 01${30 + index}`,
      reason: index === 3 ? 'manual' : 'stop',
      contactId: contact._id,
      campaignId: at(campaigns, index % 2)._id,
      optedOutAt: company.time(-20 + index),
      ...(index === 2 && { active: false, notes: 'Signed up again at the fair.' }),
      ...(index === 3 && { notes: 'Asked by phone.' }),
    });
  }
}
