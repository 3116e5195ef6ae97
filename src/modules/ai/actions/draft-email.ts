import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { escapeHtml } from '#lib/html.ts';
import { asData } from '../as-data.ts';
import { type Configuration, readConfiguration } from '../configuration/read-configuration.ts';
import { isShown, shownModels } from '../configuration/shown-models.ts';
import { aiModel, askModel, completionId, inLanguage, language, requireShownModel } from '../prompts/ask-model.ts';
import { readChildren, readRecord, readRows } from '../prompts/record-content.ts';
import { textsSchema } from '../prompts/texts-schema.ts';

const newestMails = 5;
const readMailsAtOnce = 30;

const answerSchema = textsSchema({
  subject: 'The subject of the mail.',
  text: 'The mail as plain text, with an empty line between paragraphs.',
});

/** Builds the HTML here, so that no markup from a model gets into a mail. */
const asHtml = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

export const draftEmail = defineAction({
  name: 'ai.actions.draft-email',
  summary: 'Draft an email to a contact, or a reply in a conversation',
  routes: [{ method: 'POST', path: '/api/ai/actions/draft-email' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      contactId: Type.Optional(Type.String({ format: 'uuid', description: 'The contact that the mail is for.' })),
      conversationId: Type.Optional(
        Type.String({ format: 'uuid', description: 'The conversation whose last mail is to be answered.' }),
      ),
      purpose: Type.String({ minLength: 1, maxLength: 4000, description: 'What the mail is to say or to achieve.' }),
      aiModel,
      language,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { id: completionId, subject: Type.String(), html: Type.String(), text: Type.String() },
    { additionalProperties: false },
  ),
  async run(context, { contactId, conversationId, purpose, aiModel: wanted, language: inWhich }) {
    const configuration = await readConfiguration(context);
    const isReply = conversationId !== undefined;
    if (!isReply && contactId === undefined)
      throw invalid('contactId', 'required', 'is required, unless conversationId says what is to be answered');
    const known = {
      ...(isReply && (await conversationFacts(context, configuration, conversationId))),
      ...(contactId !== undefined && (await contactFacts(context, configuration, contactId))),
    };
    const { id, progress } = await askModel(context, configuration, {
      operation: 'draftEmail',
      aiModel: wanted,
      task: [
        `Draft a mail from ${context.caller.email ?? 'the user'}${isReply ? ', a reply to the newest inbound mail of the conversation in the data' : ' to the contact in the data'}. The user sends it after reading it.`,
        'Be friendly, clear and short. Use only facts of the purpose and the data; leave a gap such as [date] for what you do not know. End with a greeting and no invented name.',
        inLanguage(inWhich, isReply ? 'the language of the mail that is answered' : 'the language of the purpose'),
      ].join('\n'),
      content: `The purpose of the mail, in the words of the user:\n${purpose}\n\nWhat is known:\n${asData(known)}`,
      responseSchema: answerSchema,
    });
    const { subject, text } = progress.object as { subject: string; text: string };
    return { body: { id, subject, html: asHtml(text), text } };
  },
});

async function contactFacts(context: ActionContext, configuration: Configuration, contactId: string): Promise<object> {
  const model = requireShownModel(context, configuration, 'sales.contacts', 'contactId');
  const contact = await readRecord(context, model, contactId);
  const related = await readChildren(context, configuration.tools, model, contactId);
  return { contact, ...related, earlierMails: await readMails(context, configuration, { contactId }) };
}

/** The conversation and its newest mails. Comments are left out, because they are internal. */
async function conversationFacts(context: ActionContext, configuration: Configuration, id: string): Promise<object> {
  const model = requireShownModel(context, configuration, 'communications.conversations', 'conversationId');
  const { body } = await invoke(context, operations.get, model, { id, query: { fields: 'subject,participants' } });
  const mails = await readMails(context, configuration, { conversationId: id });
  return { conversation: { ...JSON.parse(body), mails } };
}

interface Mail {
  readonly receivedAt: string | null;
  readonly sentAt: string | null;
  readonly createdAt: string;
}

/** The newest mails by their own time, because a mailbox may store older mails after newer ones. */
async function readMails(
  context: ActionContext,
  { tools }: Configuration,
  filter: Readonly<Record<string, string>>,
): Promise<readonly Mail[]> {
  const mails = context.registry.find('communications', 'emails');
  if (!mails || !isShown(shownModels(context, tools), mails)) return [];
  const fields = 'direction,from,subject,text,receivedAt,sentAt,createdAt';
  const rows = (await readRows(context, mails, { filter, fields, limit: readMailsAtOnce })) as Mail[];
  const timeOf = ({ receivedAt, sentAt, createdAt }: Mail) => receivedAt ?? sentAt ?? createdAt;
  return rows.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(0, newestMails);
}
