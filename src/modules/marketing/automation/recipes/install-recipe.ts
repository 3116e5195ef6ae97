import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { workflowsModel } from '../model-names.ts';
import { recipes } from './index.ts';
import type { RecipeStep } from './recipe.ts';

/** Creates the draft of a workflow as a recipe describes it. Returns its record. */
export async function installRecipe(context: Context, key: string): Promise<RecordObject> {
  const recipe = recipes.find((one) => one.key === key);
  if (!recipe) throw notFound(`The recipe ${key}`);
  const { key: _key, needs: _needs, steps, ...values } = recipe;
  const record = { ...values, status: 'draft', steps: stepsOf(steps) };
  const { body } = await invoke(context, operations.create, workflowsModel(context), { record });
  return JSON.parse(body) as RecordObject;
}

const stepsOf = (steps: readonly RecipeStep[]): JsonValue =>
  steps.map((step, n) => ({
    ...step,
    next: step.next === undefined ? (steps[n + 1]?.key ?? null) : step.next,
  })) as unknown as JsonValue;
