import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailTemplates } from '../../model-names.ts';
import { readCompany, readPerson, readSender } from '../batches/recipient-data.ts';
import { mailScope } from '../content/mail-scope.ts';
import type { MailContent } from '../content/template/mail-content.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import { compile, contentProblem, resolveContent } from '../sending/resolve-content.ts';
import { sampleCompany } from '../sending/send-single.ts';

const bodyLimit = 4_000_000;
const content = Type.Union([Type.String({ maxLength: 1_000_000 }), Type.Null()]);
const variables = Type.Record(Type.String(), Type.Unknown());

/** The unsaved draft of the author. */
const draft = Type.Object(
  {
    subject: Type.Optional(content),
    html: Type.Optional(content),
    text: Type.Optional(content),
    previewText: Type.Optional(content),
    format: Type.Optional(Type.Union([Type.Literal('html'), Type.Literal('mjml'), Type.Literal('text')])),
    sampleData: Type.Optional(Type.Union([variables, Type.Null()])),
  },
  {
    additionalProperties: false,
    description:
      'Fields of the template that are not saved yet, in place of the stored ones. Needs communications:write.',
  },
);

/** A template without a subject can be previewed. */
type Template = Omit<MailContent, 'subject'> & {
  readonly subject: string | null;
  readonly sampleData: Readonly<Record<string, unknown>> | null;
};

export const previewTemplate = defineAction({
  name: 'communications.previewTemplate',
  summary: 'Renders a template for a contact or a lead, for variables, or with its sample data',
  routes: [{ method: 'POST', path: '/api/communications/email-templates/:id/preview' }],
  access: 'communications:read',
  bodyLimit,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      variables: Type.Optional(variables),
      contactId: Type.Optional(Type.String({ format: 'uuid' })),
      leadId: Type.Optional(Type.String({ format: 'uuid', description: 'In place of contactId.' })),
      draft: Type.Optional(draft),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    subject: Type.String(),
    html: Type.Union([Type.String(), Type.Null()]),
    text: Type.String(),
    missing: Type.Array(Type.String(), { description: 'Variables that the template reads and that have no value.' }),
  }),
  run: async (context, { id, variables, contactId, leadId, draft }) => {
    // Compiling a draft costs more than reading a stored template, so it requires the scope for writing.
    if (draft) context.caller.access.requireScope('communications:write');
    const { body } = await invoke(context, operations.get, emailTemplates(context), { id, query: {} });
    const template = { ...(JSON.parse(body) as Template), ...draft };
    const subject = template.subject || '(no subject)';
    const { sampleData } = template;
    const compiled = draft
      ? await compile(context, { ...template, subject })
      : (await resolveContent(context, { templateId: id, subject })).compiled;
    const isSample = variables === undefined && contactId === undefined && leadId === undefined;
    const sample = isSample ? (sampleData ?? {}) : {};
    const scope = mailScope({
      ...(await people(context, compiled, contactId, leadId)),
      ...sample,
      company: { ...sampleCompany(sample), ...(await readCompany(context, compiled)) },
      variables: { ...sample, ...variables },
      unsubscribeUrl: '#unsubscribe',
      viewInBrowserUrl: '#view-in-browser',
    });
    try {
      const { subject, html, text, missing } = await compiled.render(scope);
      return { body: { subject, html, text, missing: [...missing] } };
    } catch (error) {
      throw contentProblem(error, draft ? undefined : 'templateId');
    }
  },
});

async function people(
  context: Context,
  compiled: CompiledContent,
  contactId: string | undefined,
  leadId: string | undefined,
) {
  const user = await readSender(context, compiled);
  if (contactId === undefined && leadId === undefined) return { user };
  const known = await readPerson(context, { contactId: contactId ?? null, leadId: leadId ?? null }, compiled);
  if (known) return { ...known, user };
  throw contactId === undefined
    ? invalid('leadId', 'reference_not_found', 'is not a lead that you may read')
    : invalid('contactId', 'reference_not_found', 'is not a contact that you may read');
}
