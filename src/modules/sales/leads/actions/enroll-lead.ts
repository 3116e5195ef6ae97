import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { enrollRecord } from '../../../marketing/contract.ts';
import { readRecord } from '../records.ts';
import { salesModel } from '../sales-model.ts';

const id = Type.String({ format: 'uuid' });

export const enrollLead = defineAction({
  name: 'sales.enrollLead',
  summary: 'Enroll a lead in a workflow of leads, which nurtures it step by step',
  routes: [{ method: 'POST', path: '/api/sales/lead-nurturing/enroll' }],
  access: 'marketing:write',
  status: 201,
  input: Type.Object({ leadId: id, workflowId: id }, { additionalProperties: false }),
  output: Type.Object({ _id: id }, { additionalProperties: true, description: 'The enrollment.' }),
  async run(context, { leadId, workflowId }) {
    await readRecord(context, 'leads', leadId);
    const enrollment = await enrollRecord(context, salesModel(context, 'leads'), { recordId: leadId, workflowId });
    return { body: enrollment as never };
  },
});
