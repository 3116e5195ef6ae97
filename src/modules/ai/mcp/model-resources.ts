import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { toolsFor } from '../tools/offered/tools-for.ts';

const listUri = 'atrium://models';
const mimeType = 'application/json';

export const modelTemplate = {
  uriTemplate: `${listUri}/{name}`,
  name: 'model',
  title: 'A model',
  description: 'The fields of a model, for example atrium://models/sales.contacts.',
  mimeType,
};

interface ModelResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

interface ModelList {
  readonly models: readonly { readonly model: string; readonly label: string }[];
}

/** Resources come from the tool describeModel, so permissions and the setting `ai.tools` apply to both. */
async function described(context: Context, input: { readonly model?: string }): Promise<unknown> {
  const tool = (await toolsFor(context)).find(({ name }) => name === 'describeModel');
  return tool && (await tool.run(context, input)).result;
}

/** The list of models, and each model that the caller may read. */
export async function listResources(context: Context): Promise<ModelResource[]> {
  const list = (await described(context, {})) as ModelList | undefined;
  if (!list) return [];
  return [
    { uri: listUri, name: 'models', title: 'Models', description: 'All models that you may read.', mimeType },
    ...list.models.map(({ model, label }) => ({
      uri: `${listUri}/${model}`,
      name: model,
      title: label,
      description: `The fields of the model ${label}.`,
      mimeType,
    })),
  ];
}

/** The text of a resource; undefined when it does not exist or the caller may not read it. */
export async function readResource(context: Context, uri: string) {
  const isModel = uri.startsWith(`${listUri}/`);
  if (uri !== listUri && !isModel) return undefined;
  try {
    const value = await described(context, isModel ? { model: uri.slice(listUri.length + 1) } : {});
    return value === undefined ? undefined : { uri, mimeType, text: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden')) return undefined;
    throw error;
  }
}
