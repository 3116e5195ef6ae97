import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, dryRun, outsideTransaction } from '#core/context.ts';
import { AppError, type Detail } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { asData } from '../as-data.ts';
import { readJson } from '../completion/read-json.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { aiModel, askModel, completionId, recordModel, requireShownModel } from '../prompts/ask-model.ts';
import { writableFields } from '../prompts/describe-fields.ts';
import { textsSchema } from '../prompts/texts-schema.ts';

const maxText = 25_000;
const answerSchema = textsSchema({ record: 'The record: a JSON object as text.' });

export const extract = defineAction({
  name: 'ai.actions.extract',
  summary: 'Read a record from a text, without storing it',
  routes: [{ method: 'POST', path: '/api/ai/actions/extract' }],
  access: 'ai:write',
  waitsForOthers: true,
  input: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: maxText }), model: recordModel, aiModel },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      id: completionId,
      record: Type.Object({}, { additionalProperties: true, description: 'What the text says. It is not stored.' }),
      problems: Type.Array(
        Type.Object(
          { field: Type.Optional(Type.String()), code: Type.String(), message: Type.String() },
          { additionalProperties: false },
        ),
        { description: 'Why the record could not be created as it is; empty when it could.' },
      ),
    },
    { additionalProperties: false },
  ),
  async run(context, { text, model: name, aiModel: wanted }) {
    const configuration = await readConfiguration(context);
    const model = requireShownModel(context, configuration, name);
    let record: Readonly<Record<string, unknown>> = {};
    const { id } = await askModel(context, configuration, {
      operation: 'extract',
      aiModel: wanted,
      task: [
        `Read the fields of one record of ${model.labelPlural} from a text. Today is ${new Date().toISOString().slice(0, 10)}.`,
        'Use only these fields, and only when the text says their value; leave the others out. Dates are YYYY-MM-DD, times ISO 8601 in UTC. Fields that take the id of another record are left out unless the text has that id.',
        writableFields(context, model),
      ].join('\n'),
      content: asData(text, 6 * maxText),
      responseSchema: answerSchema,
      checkAnswer: async ({ object }) => {
        const read = readJson((object as { record: string }).record);
        if (!read) return { message: 'record must be a JSON object as text' };
        record = read;
        return undefined;
      },
    });
    return { body: { id, record, problems: await problemsOf(outsideTransaction(context), model, record) } };
  },
});

/** Validates the record as a create would, without storing it. */
async function problemsOf(context: Context, model: Model, record: unknown): Promise<Detail[]> {
  try {
    await dryRun(context, (within) => invoke(within, operations.create, model, { record }));
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { details, code, message } = error;
    return details.length > 0 ? [...details] : [{ code, message }];
  }
}
