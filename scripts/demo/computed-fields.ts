import { createField } from '../../src/modules/data/actions/fields/create-field.ts';
import type { Company } from './company.ts';

const deals = { moduleKey: 'sales', slug: 'opportunities' };
const accounts = { moduleKey: 'sales', slug: 'accounts' };
const ofAccount = { model: 'sales.opportunities', by: 'accountId' };

/** Adds fields whose values are computed: the commission of a deal, and what an account has bought. */
export async function createComputedFields(company: Company): Promise<void> {
  await company.run(createField, {
    ...deals,
    key: 'commission',
    label: 'Commission',
    type: 'formula',
    formula: 'if(stage = "won", round(value * 0.05, 2), 0)',
  });
  await company.run(createField, {
    ...accounts,
    key: 'wonTotal',
    label: 'Won in total',
    type: 'rollup',
    rollup: { ...ofAccount, function: 'sum', field: 'value', filter: { stage: 'won' } },
  });
  await company.run(createField, {
    ...accounts,
    key: 'lastWonOn',
    label: 'Last won on',
    type: 'rollup',
    rollup: { ...ofAccount, function: 'max', field: 'closeDate', filter: { stage: 'won' } },
  });
  await company.run(createField, {
    ...accounts,
    key: 'tier',
    label: 'Tier',
    type: 'formula',
    formula: 'ifs(wonTotal >= 50000, "gold", wonTotal >= 10000, "silver", wonTotal > 0, "bronze")',
  });
}
