import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { rollBack } from '../publishing/roll-back.ts';

const id = Type.String({ format: 'uuid' });

export const rollBackWebsite = defineAction({
  name: 'marketing.rollBackWebsite',
  summary: 'Makes an earlier release of a website live again; records do not change',
  routes: [{ method: 'POST', path: '/api/marketing/websites/:id/rollback' }],
  access: 'marketing:write',
  input: Type.Object({ id, releaseId: id }, { additionalProperties: false }),
  output: Type.Object({ releaseId: id, releaseNumber: Type.Integer() }),
  run: async (context, { id: websiteId, releaseId }) => ({
    body: await inTransaction(context, (within) => rollBack(within, websiteId, releaseId)),
  }),
});
