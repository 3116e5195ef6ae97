import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import { type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import { checkView, isGroup, savedValue } from './check-view.ts';
import { fieldsGrant } from './model-grant.ts';

const keys = {
  columns: 'columns',
  filter: 'defaultFilter',
  sort: 'defaultSort',
  groupBy: 'groupByField',
  dateField: 'dateField',
};

const isStage = ({ key }: Field): boolean => ['stage', 'status', 'statusId'].includes(key);
const isCustomary = ({ key }: Field): boolean => /^(?:due|close|start)(?:Date|At)$/.test(key);

/** A board needs a field whose values are its columns, a calendar a date: the customary one when none is given. */
function completeLayout(context: Context, saving: PendingSave): void {
  const layout = savedValue(saving, 'layout');
  const model = context.registry.named(String(savedValue(saving, 'modelKey') ?? ''));
  if (layout !== 'kanban' && layout !== 'calendar') return;
  const key = layout === 'kanban' ? keys.groupBy : keys.dateField;
  if (!model) throw invalid('modelKey', 'required', `is required for the layout ${layout}`);
  if (savedValue(saving, key)) return;
  const { hidden } = fieldsGrant(context, model);
  const fields = [...model.fields.values()].filter((field) => !hidden.has(field.key));
  const fitting = fields.filter((field) => (layout === 'kanban' ? isGroup(field) : field.type.temporal));
  const preferred = fitting.find(layout === 'kanban' ? isStage : isCustomary) ?? fitting.find((field) => field.options);
  const found = preferred ?? fitting[0];
  if (!found) throw invalid(key, 'required', `is required: ${model.slug} has no field for the layout ${layout}`);
  setValue(saving, key, found.key);
}

export const screenHooks: ModelHooks = {
  async beforeSave(context, saving) {
    checkView(context, saving, keys);
    completeLayout(context, saving);
    return undefined;
  },
};
