import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { lockRecord } from '../records.ts';
import { type Routing, readActiveRules, routeLeads } from '../routing/route-leads.ts';
import { idOrNull } from './convert-lead.ts';

export const routeLead = defineAction({
  name: 'sales.routeLead',
  summary:
    'Gives a lead to a user by the first routing rule that it matches, never to inactive, locked or absent users',
  routes: [{ method: 'POST', path: '/api/sales/lead-management/route' }],
  access: 'sales:write',
  input: Type.Object({ leadId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    {
      leadId: Type.String({ format: 'uuid' }),
      ownerId: idOrNull,
      ruleId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'Null when no rule gave the lead to anybody, so that its owner stays.',
      }),
      reason: Type.String(),
    },
    { additionalProperties: false },
  ),
  run: (context, { leadId }) =>
    inTransaction(context, async (within) => {
      const { ownerId } = await lockRecord(within, 'leads', leadId);
      const lead = { id: leadId, ownerId: typeof ownerId === 'string' ? ownerId : null };
      const [routing] = await routeLeads(within, [lead], await readActiveRules(within));
      return { body: routing as Routing };
    }),
});
