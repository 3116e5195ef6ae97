import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { enrollmentsModel } from '../model-names.ts';

/** Enrolls a record in a workflow for the caller, as a create of an enrollment does. Returns the enrollment. */
export async function enrollRecord(
  context: Context,
  model: Model,
  { recordId, workflowId }: { readonly recordId: string; readonly workflowId: string },
): Promise<RecordObject> {
  const record = { workflowId, modelKey: model.slug, recordId, source: 'manual' };
  const { body } = await invoke(context, operations.create, enrollmentsModel(context), { record });
  return JSON.parse(body) as RecordObject;
}
