import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { readContacts, readSender } from '../batches/recipient-data.ts';
import type { CompiledContent } from '../content/compile.ts';
import { mailScope } from '../content/mail-scope.ts';
import { emailTemplates } from '../model-names.ts';
import { contentProblem, resolveContent } from '../sending/resolve-content.ts';

export const previewTemplate = defineAction({
  name: 'communications.previewTemplate',
  summary: 'Renders a template for a contact, for variables, or with its sample data',
  routes: [{ method: 'POST', path: '/api/communications/email-templates/:id/preview' }],
  access: 'communications:read',
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      contactId: Type.Optional(Type.String({ format: 'uuid' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    subject: Type.String(),
    html: Type.Union([Type.String(), Type.Null()]),
    text: Type.String(),
    missing: Type.Array(Type.String(), { description: 'Variables that the template reads and that have no value.' }),
  }),
  run: async (context, { id, variables, contactId }) => {
    const { body } = await invoke(context, operations.get, emailTemplates(context), { id, query: {} });
    const { sampleData } = JSON.parse(body) as { sampleData: Readonly<Record<string, unknown>> | null };
    const { compiled } = await resolveContent(context, { templateId: id, subject: subjectOf(body) });
    const sample = variables === undefined && contactId === undefined ? (sampleData ?? {}) : {};
    const scope = mailScope({
      ...(await people(context, compiled, contactId)),
      ...sample,
      variables: { ...sample, ...variables },
      unsubscribeUrl: '#unsubscribe',
      viewInBrowserUrl: '#view-in-browser',
    });
    try {
      const { subject, html, text, missing } = await compiled.render(scope);
      return { body: { subject, html, text, missing: [...missing] } };
    } catch (error) {
      throw contentProblem(error, 'templateId');
    }
  },
});

/** A template without a subject can be previewed. */
const subjectOf = (body: string): string => (JSON.parse(body) as { subject: string | null }).subject ?? '(no subject)';

async function people(context: Context, compiled: CompiledContent, contactId: string | undefined) {
  const user = await readSender(context, compiled);
  if (contactId === undefined) return { user };
  const known = (await readContacts(context, [contactId], compiled)).get(contactId);
  if (!known) throw invalid('contactId', 'not_found', 'is not a contact that you may read');
  return { ...known, user };
}
