import { type Static, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { asData } from '../as-data.ts';
import type { ToolSettings } from '../configuration/setting-shapes.ts';
import { isShown, shownModels } from '../configuration/shown-models.ts';

export const screen = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 130, description: 'The model of the record or list on the screen.' }),
    id: Type.Optional(Type.String({ format: 'uuid', description: 'The record on the screen.' })),
    filter: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'The filter of the list on the screen.' }),
    ),
  },
  { additionalProperties: false, description: 'What the person looks at. A record is read with their permissions.' },
);

export type Screen = Static<typeof screen>;

/**
 * Describes what the user looks at; undefined when the tenant does not show that to language models. It is not stored
 * in the conversation, because the next message may come from another screen.
 */
export async function screenText(
  context: Context,
  tools: ToolSettings,
  { model: name, id, filter }: Screen,
): Promise<string | undefined> {
  const model = context.registry.named(name);
  if (!model) throw invalid('screen.model', 'unknown_model', `is ${name}, but there is no such model`);
  if (id !== undefined && filter !== undefined)
    throw invalid('screen', 'invalid_value', 'has an id and a filter; a record has an id, a list a filter');
  if (!isShown(shownModels(context, tools), model)) return undefined;
  return id === undefined ? listText(model, filter) : await recordText(context, model, id);
}

function listText({ name }: Model, filter: Screen['filter']): string {
  const list = `The person who asks looks at a list of the model ${name}`;
  return filter === undefined ? `${list}.` : `${list}, with this filter:\n${asData(filter)}`;
}

/** A record that the user cannot read, perhaps because it was just deleted, does not fail the question. */
async function recordText(context: Context, model: Model, id: string): Promise<string> {
  try {
    const { body } = await invoke(context, operations.get, model, { id, query: {} });
    return `The person who asks looks at this record of the model ${model.name}:\n${asData(JSON.parse(body))}`;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'forbidden')) throw error;
    return `The person who asks looks at the record ${id} of the model ${model.name}, which cannot be read.`;
  }
}
