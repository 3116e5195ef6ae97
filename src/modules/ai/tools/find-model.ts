import { Type } from 'typebox';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { isShown } from '../configuration/shown-models.ts';
import type { ToolContext } from './tool.ts';

export const modelName = Type.String({
  minLength: 1,
  maxLength: 130,
  description: 'The model: a slug such as contacts, or module.slug such as sales.contacts.',
});

export const recordId = Type.String({ format: 'uuid', description: 'The _id of the record.' });

/** The shown models that the caller may read, or write. */
export const modelsFor = ({ registry, caller: { access }, policy }: ToolContext, action: 'read' | 'write'): Model[] =>
  registry.models.filter(
    (model) =>
      isShown(policy, model) &&
      access.reach(model.scopes[action]) !== undefined &&
      !(action === 'write' && model.readOnly),
  );

export const readsAny = (context: ToolContext): boolean => modelsFor(context, 'read').length > 0;
/** Conversations do not count, because everybody who may use AI may rename their own. */
export const writesAny = (context: ToolContext): boolean =>
  modelsFor(context, 'write').some(({ moduleKey }) => moduleKey !== 'ai');

/** The model that a tool call names. The error lists the alternatives for the language model. */
export function requireModel(context: ToolContext, name: unknown): Model {
  const model = context.registry.named(String(name));
  if (model && isShown(context.policy, model)) return model;
  const readable = modelsFor(context, 'read');
  const similar = readable.filter(({ slug }) => slug.toLowerCase().includes(String(name).toLowerCase().slice(0, 5)));
  const names = (similar.length > 0 ? similar : readable).slice(0, 30).map((one) => one.name);
  throw new AppError('not_found', `There is no model ${String(name).slice(0, 100)}. Models: ${names.join(', ')}.`);
}
