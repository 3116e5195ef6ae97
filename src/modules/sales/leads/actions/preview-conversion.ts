import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { requireUnconverted } from '../conversion/convert.ts';
import { findAccountsFor, findContacts } from '../conversion/find-matches.ts';
import { nameOf, opportunityValues } from '../conversion/new-values.ts';
import { readRecord } from '../records.ts';

const values = Type.Unsafe<Record<string, never>>({ type: 'object', additionalProperties: true });
const found = Type.Array(values, { description: 'Existing records, the one that is used first.' });

export const previewConversion = defineAction({
  name: 'sales.previewConversion',
  summary: 'Shows what the conversion of a lead would make, and the contacts and accounts that exist already',
  routes: [{ method: 'GET', path: '/api/sales/lead-management/preview' }],
  access: 'sales:read',
  input: Type.Object({ leadId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    {
      leadId: Type.String({ format: 'uuid' }),
      contactName: Type.String(),
      contacts: found,
      accountName: Type.Union([Type.String(), Type.Null()]),
      accounts: found,
      opportunity: values,
    },
    { additionalProperties: false },
  ),
  async run(context, { leadId }) {
    const lead = await readRecord(context, 'leads', leadId);
    requireUnconverted(lead);
    const {
      contactId: _c,
      accountId: _a,
      leadId: _l,
      ...opportunity
    } = opportunityValues(context, lead, {
      contactId: '',
      accountId: null,
    });
    const contacts = await findContacts(context, lead);
    const accounts = await findAccountsFor(context, lead, contacts[0]);
    return {
      body: {
        leadId,
        contactName: nameOf(lead),
        contacts: contacts as never[],
        accountName: typeof lead.company === 'string' ? lead.company : null,
        accounts: accounts as never[],
        opportunity: opportunity as never,
      },
    };
  },
});
