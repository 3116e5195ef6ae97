import { Type } from 'typebox';
import { viewField } from '#core/derive/registry-view.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { rulesWithout } from '#core/models/rule.ts';
import { isShown } from '../configuration/shown-models.ts';
import { modelName, modelsFor, readsAny, requireModel, writesAny } from './find-model.ts';
import { firstFitting } from './result-size.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Properties of a field that a language model needs to read and write it. */
const shownKeys = [
  'key',
  'type',
  'label',
  'required',
  'readOnly',
  'options',
  'help',
  'maxLength',
  'min',
  'max',
  'filterable',
];

export const describeModel: Tool = {
  name: 'describeModel',
  description:
    'Shows the fields of a model with their types and options, and the rules of its records; without a model, the list of models.',
  writes: false,
  input: Type.Object({ model: Type.Optional(modelName) }, { additionalProperties: false }),
  isUsable: (context) => readsAny(context) || writesAny(context),
  async run(context, { model: name }) {
    return { result: name === undefined ? listModels(context) : describe(context, requireModel(context, name)) };
  },
};

function listModels(context: ToolContext) {
  const writable = new Set(modelsFor(context, 'write'));
  const all = modelsFor(context, 'read').map((model) => ({
    model: model.name,
    label: model.label,
    ...(writable.has(model) && { writable: true }),
  }));
  const models = firstFitting(all);
  const left = all.length - models.length;
  return { models, ...(left > 0 && { note: `${left} more models did not fit. Name a model to see it.` }) };
}

function describe({ caller: { access }, registry, policy }: ToolContext, model: Model) {
  const reads = access.reach(model.scopes.read) !== undefined;
  const writes = access.reach(model.scopes.write) !== undefined && !model.readOnly;
  const { hidden, readOnly } = access.grant(model, reads || !writes ? 'read' : 'write');
  const all = [...model.fields.values()].filter(({ key }) => !hidden.has(key));
  const views = all.map((field) => {
    const view = viewField(field, registry);
    const target = field.declared.to === undefined ? undefined : registry.target(field);
    return {
      ...Object.fromEntries(shownKeys.flatMap((key) => (hasInformation(view[key]) ? [[key, view[key]]] : []))),
      type: field.type.valueType ?? field.type.name,
      ...(readOnly.has(field.key) && { readOnly: true }),
      ...(target && isShown(policy, target) && { reference: target.name }),
    };
  });
  const fields = firstFitting(views);
  if (fields.length === 0) throw new AppError('payload_too_large', `${model.name} has too much to show.`);
  const left = views.length - fields.length;
  const rules = rulesWithout(model.rules, hidden).map(({ id: _id, ...rule }) => rule);
  return {
    model: model.name,
    label: model.label,
    titleField: hidden.has(model.titleField) ? '_id' : model.titleField,
    writable: writes,
    ...(model.requiresOneOf.length > 0 && { requiresOneOf: model.requiresOneOf }),
    ...(rules.length > 0 && { rules }),
    fields,
    ...(left > 0 && { note: `${left} more fields did not fit.` }),
  };
}

/** False, null and undefined carry no information for a language model, so they are omitted. */
const hasInformation = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
