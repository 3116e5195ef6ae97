import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { conversationPath, conversationRoute, readConversation } from '../../conversations/contract.ts';
import { emailTemplates } from '../../model-names.ts';
import { readPerson, readSender } from '../batches/recipient-data.ts';
import { mailScope } from '../content/mail-scope.ts';
import { contentProblem, resolveContent } from '../sending/resolve-content.ts';

export const getCannedReply = defineAction({
  name: 'communications.getCannedReply',
  summary: 'Renders a template for the contact of a conversation, as a reply to edit and send',
  routes: [{ method: 'GET', path: `${conversationRoute}/canned/:templateId` }],
  access: 'communications:read',
  input: Type.Object(
    { ...conversationPath, templateId: Type.String({ format: 'uuid' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    subject: Type.String(),
    html: Type.Union([Type.String(), Type.Null()]),
    text: Type.String(),
    missing: Type.Array(Type.String(), { description: 'Variables that the template reads and that have no value.' }),
  }),
  run: async (context, { id, templateId }) => {
    const { contactId, leadId } = await readConversation(context, id);
    const template = await invoke(context, operations.get, emailTemplates(context), { id: templateId, query: {} });
    const { subject } = JSON.parse(template.body) as { subject: string | null };
    // A template for replies needs no subject.
    const { compiled } = await resolveContent(context, { templateId, ...(!subject && { subject: 'Re:' }) });
    const scope = mailScope({
      ...((await readPerson(context, { contactId, leadId }, compiled)) ?? { contact: null, account: null }),
      user: await readSender(context, compiled),
      variables: {},
      unsubscribeUrl: '',
      viewInBrowserUrl: '',
    });
    try {
      const { missing, ...rendered } = await compiled.render(scope);
      return { body: { ...rendered, missing: [...missing] } };
    } catch (error) {
      throw contentProblem(error, 'templateId');
    }
  },
});
