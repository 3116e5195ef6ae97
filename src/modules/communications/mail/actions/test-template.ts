import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailTemplates } from '../../model-names.ts';
import { emailRecord } from '../sending/email-record.ts';
import { address } from '../sending/message-input.ts';
import { sendSingle } from '../sending/send-single.ts';

export const testTemplate = defineAction({
  name: 'communications.testTemplate',
  summary: 'Sends a template with its sample data to an address',
  routes: [{ method: 'POST', path: '/api/communications/email-templates/:id/test' }],
  access: 'communications:write',
  status: 202,
  input: Type.Object({ id: Type.String({ format: 'uuid' }), to: address }, { additionalProperties: false }),
  output: emailRecord,
  run: async (context, { id, to }) => {
    const { body } = await invoke(context, operations.get, emailTemplates(context), { id, query: {} });
    const { sampleData } = JSON.parse(body) as { sampleData: Record<string, unknown> | null };
    const mail = { to, templateId: id, metadata: { test: true }, variables: sampleData ?? {} };
    return { text: await sendSingle(context, mail, { type: 'single', sample: true, subjectPrefix: '[Test] ' }) };
  },
});
