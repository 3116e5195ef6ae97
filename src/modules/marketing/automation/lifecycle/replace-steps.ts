import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { stepsModel } from '../model-names.ts';
import { readStepRows } from '../sql/step-rows.ts';
import type { StepInput } from './steps-input.ts';

/** Makes the steps of a workflow those of a list. Steps that keep their key keep their record and its counts. */
export async function replaceSteps(
  context: TransactionContext,
  workflow: RecordObject,
  steps: readonly StepInput[],
): Promise<void> {
  const workflowId = String(workflow._id);
  const model = stepsModel(context);
  const stored = new Map((await readStepRows(context, workflowId)).map((row) => [String(row.key), String(row._id)]));
  const values = steps.map((step, position) => ({ id: stored.get(step.key), values: { ...valuesOf(step), position } }));
  const writer = asPlatform(context);
  await updateMany(
    writer,
    model,
    values.flatMap(({ id, values: changed }) => (id === undefined ? [] : [{ id, values: changed }])),
    { withoutHooks: true },
  );
  const ownerId = typeof workflow.ownerId === 'string' ? { ownerId: workflow.ownerId } : {};
  await insertMany(
    writer,
    model,
    values.flatMap(({ id, values: added }) =>
      id === undefined ? [{ values: { ...added, workflowId, ...ownerId } }] : [],
    ),
    { withoutHooks: true },
  );
  const kept = new Set(steps.map(({ key }) => key));
  for (const [key, id] of stored) if (!kept.has(key)) await invoke(writer, operations.remove, model, { id });
}

const valuesOf = ({ key, name, type, config, next }: StepInput): Record<string, JsonValue> => ({
  key,
  name,
  type,
  config,
  next,
});
