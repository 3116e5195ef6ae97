import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { readJson } from '../completion/read-json.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { aiModel, askModel, completionId, recordModel, requireShownModel } from '../prompts/ask-model.ts';
import { filterableFields } from '../prompts/describe-fields.ts';
import { textsSchema } from '../prompts/texts-schema.ts';

const rows = 20;

const answerSchema = textsSchema({
  filter: 'The filter: a JSON object as text.',
  sort: 'A sortable field, with - in front for descending; empty when the order does not matter.',
  explanation: 'What the filter finds, in one sentence for the person who asked, in the language of the question.',
});

const grammar = `A filter is an object of fields: {"status":"open"}, or with operators: {"value":{"gte":1000},"name":{"contains":"acme"},"stage":{"in":["won","lost"]},"email":{"null":true}}.
All conditions must be met; {"or":[{…},{…}]} and {"not":{…}} nest. "accountId.name" is the field of a record that a reference points to.
Dates and times also take periods: {"closeDate":{"between":"thisMonth"}}, with today, yesterday, this, last and next before Week, Month, Quarter and Year, last30Days and the like.
References to users also take "me", the person who asks, and "myTeam": {"ownerId":"me"}.`;

interface Page {
  readonly data: unknown[];
  readonly meta: { readonly total: number };
}

export const queryByWords = defineAction({
  name: 'ai.actions.query',
  summary: 'Find records by a question in words',
  routes: [{ method: 'POST', path: '/api/ai/actions/query' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    { question: Type.String({ minLength: 1, maxLength: 2000 }), model: recordModel, aiModel },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      id: completionId,
      filter: Type.Object({}, { additionalProperties: true, description: 'As …/search takes it.' }),
      sort: Type.Optional(Type.String()),
      explanation: Type.String(),
      data: Type.Array(Type.Unknown(), { maxItems: rows, description: 'The first records that match.' }),
      total: Type.Integer({ description: 'How many match; counting stops at 10,000.' }),
    },
    { additionalProperties: false },
  ),
  async run(context, { question, model: name, aiModel: wanted }) {
    const configuration = await readConfiguration(context);
    const model = requireShownModel(context, configuration, name);
    const grant = context.caller.access.grant(model, 'read');
    let found: { filter: Readonly<Record<string, unknown>>; sort: string; explanation: string; page: Page } | undefined;
    const { id } = await askModel(context, configuration, {
      operation: 'query',
      aiModel: wanted,
      task: [
        `Translate a question about ${model.labelPlural} into a filter. Today is ${new Date().toISOString().slice(0, 10)}.`,
        grammar,
        `The fields:\n${filterableFields(grant)}`,
      ].join('\n'),
      content: question,
      responseSchema: answerSchema,
      checkAnswer: async ({ object }) => {
        const { filter: text, sort, explanation } = object as { filter: string; sort: string; explanation: string };
        const filter = readJson(text);
        if (!filter) return { message: 'filter must be a JSON object as text' };
        try {
          const query = { filter, limit: rows, ...(sort !== '' && { sort }) };
          const { body } = await invoke(context, operations.search, model, { query: () => query });
          found = { filter, sort, explanation, page: JSON.parse(body) };
          return undefined;
        } catch (error) {
          if (error instanceof AppError && error.status < 500) return { message: error.message.replace(/\.$/, '') };
          throw error;
        }
      },
    });
    if (!found) throw new Error('a query was accepted without its result');
    const { filter, sort, explanation, page } = found;
    return {
      body: { id, filter, ...(sort !== '' && { sort }), explanation, data: page.data, total: page.meta.total },
    };
  },
});
