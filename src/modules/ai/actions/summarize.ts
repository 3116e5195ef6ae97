import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { asData } from '../as-data.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import {
  aiModel,
  askModel,
  completionId,
  inLanguage,
  language,
  recordModel,
  requireShownModel,
} from '../prompts/ask-model.ts';
import { readChildren, readRecord } from '../prompts/record-content.ts';

export const summarize = defineAction({
  name: 'ai.actions.summarize',
  summary: 'Summarize a record with its notes and tasks',
  routes: [{ method: 'POST', path: '/api/ai/actions/summarize' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    { model: recordModel, id: Type.String({ format: 'uuid' }), aiModel, language },
    { additionalProperties: false },
  ),
  output: Type.Object({ id: completionId, text: Type.String() }, { additionalProperties: false }),
  async run(context, { model: name, id, aiModel: wanted, language: inWhich }) {
    const configuration = await readConfiguration(context);
    const model = requireShownModel(context, configuration, name);
    const record = await readRecord(context, model, id);
    const related = await readChildren(context, configuration.tools, model, id);
    const answer = await askModel(context, configuration, {
      operation: 'summarize',
      aiModel: wanted,
      task: [
        `Summarize a record of ${model.labelPlural} for a colleague who has a minute: what it is about, where it stands, what is open, what comes next.`,
        'Write a few short sentences of plain text. Say only what the data says, and leave out ids and technical fields.',
        inLanguage(inWhich, 'the language of most of its texts'),
      ].join('\n'),
      content: asData({ record, ...related }),
    });
    const text = answer.progress.text.trim();
    if (text === '') throw new AppError('ai_provider_error', `${answer.progress.model.modelId} gave an empty answer.`);
    return { body: { id: answer.id, text } };
  },
});
