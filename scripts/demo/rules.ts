import { createRule } from '../../src/modules/data/actions/rules/create-rule.ts';
import type { Company } from './company.ts';

const deals = { moduleKey: 'sales', slug: 'opportunities' };

/** Rules for deals, which the records of the demo company obey. */
export async function createRules(company: Company): Promise<void> {
  await company.run(createRule, {
    ...deals,
    name: 'Lost deals have a reason',
    when: { stage: 'lost' },
    require: ['lossReason'],
    message: 'Please say why the deal was lost: the reasons are reviewed every month.',
  });
  await company.run(createRule, {
    ...deals,
    name: 'Offers have a value',
    when: { stage: { in: ['proposal', 'negotiation', 'won'] } },
    require: ['value', 'closeDate'],
    message: 'From the proposal on, a deal needs a value and a close date.',
  });
}
