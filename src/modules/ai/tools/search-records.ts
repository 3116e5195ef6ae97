import { Type } from 'typebox';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { searchRecords as searchConsole } from '../../ui/contract.ts';
import { isShown } from '../configuration/shown-models.ts';
import { modelName, modelsFor, readsAny, requireModel } from './find-model.ts';
import type { Tool, ToolContext } from './tool.ts';

const maxFound = 50;
const defaultFound = 20;
/** The maximum of models that are searched one by one, when the tenant shows only some models. */
const maxModels = 20;

interface Found {
  readonly model: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | null;
}

export const searchRecords: Tool = {
  name: 'searchRecords',
  description:
    'Finds records of all models, or of one, by words that begin words in them. Answers with titles and ids.',
  writes: false,
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 500 }),
      model: Type.Optional(modelName),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxFound })),
    },
    { additionalProperties: false },
  ),
  isUsable: readsAny,
  async run(context, { query, model: name, limit = defaultFound }) {
    const words = String(query);
    const max = Number(limit);
    const models = name === undefined ? fewModels(context) : [requireModel(context, name)];
    const found = models ? await searchEach(context, models, words, max) : await searchAll(context, words);
    return {
      result: {
        records: found.slice(0, max),
        ...(found.length > max && { note: `Only the first ${max}: name a model, or use more words.` }),
      },
    };
  },
};

/** The shown models, when there are few; undefined when all models are searched. */
function fewModels(context: ToolContext): readonly Model[] | undefined {
  if (!context.policy.only) return undefined;
  const models = modelsFor(context, 'read').filter(({ searchable }) => searchable.length > 0);
  return models.length <= maxModels ? models : undefined;
}

async function searchEach(
  context: ToolContext,
  models: readonly Model[],
  q: string,
  max: number,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const model of models) {
    if (found.length > max) break;
    const { titleField } = model;
    const hidden = context.caller.access.grant(model, 'read').hidden.has(titleField);
    const fields = hidden ? '_id' : `_id,${titleField}`;
    const query = { q, fields, limit: max + 1, count: 'none' };
    const { body } = await invoke(context, operations.search, model, { query: () => query });
    const { data } = JSON.parse(body) as { data: readonly Record<string, unknown>[] };
    found.push(
      ...data.map(({ _id, [titleField]: title }) => ({
        model: model.name,
        id: String(_id),
        title: String(title ?? model.label).slice(0, 300),
      })),
    );
  }
  return found;
}

/** Runs the search of the console, without hidden models. */
async function searchAll(context: ToolContext, q: string): Promise<readonly Found[]> {
  const { services, policy, unlimited } = context;
  const { data } = await services.actions.run({ ...context, caller: unlimited }, searchConsole, {
    q,
    limit: maxFound,
  });
  return data
    .map(({ moduleKey, slug, recordId, title, subtitle }) => ({
      model: `${moduleKey}.${slug}`,
      id: recordId,
      title: title.slice(0, 300),
      subtitle: subtitle?.slice(0, 300) ?? null,
    }))
    .filter(({ model }) => isShown(policy, { name: model }));
}
