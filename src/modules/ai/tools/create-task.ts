import { Type } from 'typebox';
import { AppError, invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isShown } from '../configuration/shown-models.ts';
import { modelName, modelsFor, recordId, requireModel } from './find-model.ts';
import { writtenResult } from './result-size.ts';
import type { Tool, ToolContext, ToolInput } from './tool.ts';

const tasks = 'sales.tasks';

export const createTask: Tool = {
  name: 'createTask',
  description:
    'Creates a task for a person, perhaps about a record. Without assignedUserId it is for the user who asks.',
  writes: true,
  input: Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 500 }),
      description: Type.Optional(Type.String({ maxLength: 20_000 })),
      dueDate: Type.Optional(Type.String({ format: 'date', description: 'As 2026-01-31.' })),
      priority: Type.Optional(Type.Enum(['low', 'normal', 'high', 'urgent'])),
      assignedUserId: Type.Optional(Type.String({ format: 'uuid', description: 'The _id of a user.' })),
      about: Type.Optional(
        Type.Object({ model: modelName, id: recordId }, { additionalProperties: false, description: 'A record.' }),
      ),
    },
    { additionalProperties: false },
  ),
  isUsable: (context) => modelsFor(context, 'write').some(isTaskModel),
  async run(context, { about, ...given }) {
    const { model, fields } = placeOf(context, about as ToolInput | undefined);
    const record = { assignedUserId: context.caller.userId, ...given, ...fields };
    const answer = await invoke(context, operations.create, model, { record });
    const { id, version } = answer;
    return { result: writtenResult(answer), written: { model: model.name, id, change: 'created', version } };
  },
};

const isTaskModel = ({ name, parent, slug }: Model): boolean =>
  name === tasks || (parent !== undefined && slug.endsWith('Tasks'));

/**
 * The model of the task and its reference to the record: a field of general tasks, or the task model of the record's
 * model.
 */
function placeOf(
  context: ToolContext,
  about: ToolInput | undefined,
): { model: Model; fields: Record<string, unknown> } {
  const { registry, policy } = context;
  const general = registry.named(tasks);
  const isKnown = general && isShown(policy, general);
  if (!about) {
    if (isKnown) return { model: general, fields: {} };
    throw invalid('about', 'required', 'is required: only tasks about a record are available');
  }
  const target = requireModel(context, about.model);
  const field = isKnown && [...general.fields.values()].find(({ declared }) => declared.to === target.name);
  if (field) return { model: general, fields: { [field.key]: about.id } };
  const child = modelsFor(context, 'write').find(
    (model) => isTaskModel(model) && model.parent?.declared.to === target.name,
  );
  if (child?.parent) return { model: child, fields: { [child.parent.key]: about.id } };
  throw new AppError('validation_failed', `about.model: there are no tasks about ${target.labelPlural.toLowerCase()}.`);
}
