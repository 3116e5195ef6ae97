import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { convert } from '../conversion/convert.ts';

const id = Type.String({ format: 'uuid' });
const optionalId = (description: string) => Type.Optional(Type.Union([id, Type.Null()], { description }));
export const idOrNull = Type.Union([id, Type.Null()]);

export const convertLead = defineAction({
  name: 'sales.convertLead',
  summary:
    'Makes a contact, an account and an opportunity of a lead, and links everything that refers to the lead to the contact',
  routes: [{ method: 'POST', path: '/api/sales/lead-management/convert' }],
  access: 'sales:write',
  input: Type.Object(
    {
      leadId: id,
      contactId: optionalId(
        'The contact to use. Without it, the one with the address of the lead; null makes a new one.',
      ),
      accountId: optionalId(
        'The account to use. Without it, that of the contact, or one with the name or domain of the company; null makes a new one.',
      ),
      createOpportunity: Type.Optional(Type.Boolean({ default: true })),
      opportunity: Type.Optional(
        Type.Unsafe<Record<string, never>>({
          type: 'object',
          additionalProperties: true,
          description: 'Values of the new opportunity, in place of those of the lead.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { leadId: id, contactId: id, accountId: idOrNull, opportunityId: idOrNull },
    { additionalProperties: false },
  ),
  run: (context, input) =>
    inTransaction(context, async (within) => {
      const { leadId, contactId, accountId, opportunityId } = await convert(within, input);
      return { body: { leadId, contactId, accountId, opportunityId } };
    }),
});
