import type { Context, TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import { actionsOfScreen } from '../sql/actions-of-screen.ts';
import { checkView, isGroup, savedValue } from './check-view.ts';
import { fieldsGrant } from './model-grant.ts';
import { actionKeys, builtInActions } from './screen-actions.ts';

const keys = {
  columns: 'columns',
  filter: 'defaultFilter',
  sort: 'defaultSort',
  groupBy: 'groupByField',
  dateField: 'dateField',
};

const isStage = ({ key }: Field): boolean => ['stage', 'status', 'statusId'].includes(key);
const isUsualDate = ({ key }: Field): boolean => /^(?:due|close|start)(?:Date|At)$/.test(key);

/** A board needs a field for its columns, and a calendar needs a date. Sets the usual field when none is given. */
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
  const preferred = fitting.find(layout === 'kanban' ? isStage : isUsualDate) ?? fitting.find((field) => field.options);
  const found = preferred ?? fitting[0];
  if (!found) throw invalid(key, 'required', `is required: ${model.slug} has no field for the layout ${layout}`);
  setValue(saving, key, found.key);
}

/** Refuses unknown actions, because the screen would silently not offer them. */
async function checkActions(context: TransactionContext, saving: PendingSave): Promise<void> {
  const unknown = actionKeys(givenValue(saving, 'actions')).filter((key) => !builtInActions.includes(key));
  if (unknown.length === 0) return;
  const own = saving.previous ? await actionsOfScreen(context, String(saving.previous._id)) : [];
  const key = unknown.find((one) => !own.includes(one));
  if (key === undefined) return;
  const known = [...builtInActions, ...own].join(', ');
  throw invalid('actions', 'unknown_action', `names "${key.slice(0, 100)}", which is none of ${known}`);
}

export const screenHooks: ModelHooks = {
  async beforeSave(context, saving) {
    checkView(context, saving, keys);
    completeLayout(context, saving);
    await checkActions(context, saving);
    return undefined;
  },
};
