import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { escapeHtml } from '#lib/html.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { isShown, shownModels } from '../configuration/shown-models.ts';
import { aiModel, askReady, completionId, inLanguage, language, requireShownModel } from '../ready/ready-request.ts';
import { readChildren, readRecord, readRows } from '../ready/record-content.ts';
import { textsSchema } from '../ready/texts-schema.ts';
import { asData } from '../requests/as-data.ts';

const earlierMails = 5;

const answerSchema = textsSchema({
  subject: 'The subject of the mail.',
  text: 'The mail as plain text, with an empty line between paragraphs.',
});

/** The HTML of the draft is made here, so that no markup of a model gets into a mail. */
const asHtml = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

export const draftEmail = defineAction({
  name: 'ai.actions.draft-email',
  summary: 'Draft an email to a contact',
  routes: [{ method: 'POST', path: '/api/ai/actions/draft-email' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      contactId: Type.String({ format: 'uuid' }),
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
  async run(context, { contactId, purpose, aiModel: wanted, language: inWhich }) {
    const configuration = await readConfiguration(context);
    const model = requireShownModel(context, configuration, 'sales.contacts', 'contactId');
    const contact = await readRecord(context, model, contactId);
    const related = await readChildren(context, configuration.tools, model, contactId);
    const mails = context.registry.find('communications', 'emails');
    const earlier =
      mails && isShown(shownModels(context, configuration.tools), mails)
        ? await readRows(context, mails, {
            filter: { contactId },
            fields: 'direction,subject,text,createdAt',
            limit: earlierMails,
          })
        : [];
    const { id, progress } = await askReady(context, configuration, {
      operation: 'draftEmail',
      aiModel: wanted,
      task: [
        `Draft a mail from ${context.caller.email ?? 'the user'} to the contact in the data. The user sends it after reading it.`,
        'Be friendly, clear and short. Use only facts of the purpose and the data; leave a gap such as [date] for what you do not know. End with a greeting and no invented name.',
        inLanguage(inWhich, 'the language of the purpose'),
      ].join('\n'),
      content: `The purpose of the mail, in the words of the user:\n${purpose}\n\nWhat is known:\n${asData({ contact, ...related, earlierMails: earlier })}`,
      responseSchema: answerSchema,
    });
    const { subject, text } = progress.object as { subject: string; text: string };
    return { body: { id, subject, html: asHtml(text), text } };
  },
});
