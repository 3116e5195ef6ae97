import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import type { RecordName } from '../conversion/conversion.ts';
import { unconvert } from '../conversion/unconvert.ts';

const record = { model: Type.String({ examples: ['sales.contacts'] }), _id: Type.String({ format: 'uuid' }) };
const view = ({ model, id: _id }: RecordName) => ({ model, _id });

export const unconvertLead = defineAction({
  name: 'sales.unconvertLead',
  summary:
    'Undoes the conversion of a lead: links go back to it, and the new records to the trash, unless they were changed or used since',
  routes: [{ method: 'POST', path: '/api/sales/lead-management/unconvert' }],
  access: 'sales:write',
  input: Type.Object({ leadId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    {
      leadId: Type.String({ format: 'uuid' }),
      removed: Type.Array(Type.Object(record, { additionalProperties: false })),
      kept: Type.Array(
        Type.Object(
          {
            ...record,
            reason: Type.Unsafe<'changed' | 'used'>({
              type: 'string',
              enum: ['changed', 'used'],
              description: 'Somebody has changed the record, or other records refer to it.',
            }),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  run: (context, { leadId }) =>
    inTransaction(context, async (within) => {
      const { removed, kept } = await unconvert(within, leadId);
      return {
        body: { leadId, removed: removed.map(view), kept: kept.map((one) => ({ ...view(one), reason: one.reason })) },
      };
    }),
});
