import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { lockRecord } from '../records.ts';
import { scoreRecords } from '../scoring/score-records.ts';
import { idOrNull } from './convert-lead.ts';

export const scoreLead = defineAction({
  name: 'sales.scoreLead',
  summary: 'Computes the score of a lead by the active rules, with the points of each',
  routes: [{ method: 'POST', path: '/api/sales/lead-management/score' }],
  access: 'sales:write',
  input: Type.Object({ leadId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    {
      leadId: Type.String({ format: 'uuid' }),
      score: Type.Union([Type.Number(), Type.Null()], {
        description: 'Without active rules: the stored score.',
      }),
      rating: Type.Union([Type.String(), Type.Null()]),
      reasons: Type.Array(
        Type.Object({ ruleId: idOrNull, name: Type.String(), points: Type.Number() }, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
  run: (context, { leadId }) =>
    inTransaction(context, async (within) => {
      const lead = await lockRecord(within, 'leads', leadId);
      const [computed] = (await scoreRecords(within, 'leads', [leadId])) ?? [];
      if (computed) {
        const { score, rating, reasons } = computed;
        return { body: { leadId, score, rating, reasons: [...reasons] } };
      }
      const { score = null, rating = null } = lead as { score?: number | null; rating?: string | null };
      return { body: { leadId, score, rating, reasons: [] } };
    }),
});
