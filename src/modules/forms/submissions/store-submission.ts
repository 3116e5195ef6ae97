import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { createTogether, type NewRecord } from '#core/operations/create-together.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { classify } from '#db/errors.ts';
import { newId } from '#lib/ids.ts';
import { submitActionOf } from '../definition/submit-action.ts';
import type { Accepted } from './accepted.ts';
import { emailIn } from './read-answers.ts';

/** The result of processing the answers. */
export interface Outcome {
  readonly status: 'processed' | 'failed' | 'spam' | 'duplicate';
  readonly recordId?: string | null;
  /** The error for readers of submissions. Visitors do not get it, because it may reveal that a record exists. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Thrown when the same submission is already stored, to roll back the writes of this one. */
export class RepeatedSubmission extends Error {}

/**
 * Writes the record of a submission, its files, and the new record that the form creates from it. Returns the id of the
 * submission.
 */
export async function storeSubmission(
  context: Context,
  accepted: Accepted,
  outcome: Outcome,
  created?: NewRecord,
): Promise<string> {
  const id = newId();
  const model = modelOf(context, 'formSubmissions');
  const record = { ...sentValues(accepted), ...resultValues(accepted, outcome) };
  const submission: NewRecord = { context, model, id, record, byPlatform: true };
  try {
    await createTogether(created ? [created, submission] : [submission]);
  } catch (error) {
    throw isTakenToken(context, error, model) ? new RepeatedSubmission() : error;
  }
  if (!accepted.robot) await storeFiles(context, accepted, id);
  return id;
}

/** True when the error says that another submission has the same token. */
function isTakenToken({ registry }: Context, error: unknown, model: Model): boolean {
  const fault = classify(error);
  return fault?.kind === 'unique' && registry.constraint(fault.constraint)?.model.name === model.name;
}

function sentValues({ form, given, answers }: Accepted): Record<string, JsonValue> {
  const { startedAt } = given;
  const started = typeof startedAt === 'number' ? startedAt : undefined;
  const now = Date.now();
  return {
    ...given.source,
    formId: String(form._id),
    ownerId: form.ownerId ?? null,
    data: Object.fromEntries([...answers].map(([{ key }, value]) => [key, value])),
    email: emailIn(answers),
    submissionToken: given.token,
    submittedAt: new Date(now).toISOString(),
    startedAt: started === undefined ? null : new Date(started).toISOString(),
    durationSeconds: started === undefined ? null : Math.max(0, Math.round((now - started) / 1000)),
    modelKey: form.modelKey ?? null,
    consentGiven: given.consent || null,
    userId: given.userId,
  };
}

function resultValues({ form, definition }: Accepted, { status, recordId = null, error }: Outcome) {
  const isContact = definition.model?.name === 'sales.contacts';
  const waits = status === 'processed' && submitActionOf(form) === 'callWebhook';
  return {
    status: waits ? 'received' : status,
    processedAt: status === 'processed' && !waits ? new Date().toISOString() : null,
    recordId,
    ...(isContact && { contactId: recordId }),
    error: error ? { ...error } : null,
  };
}

/** Stores files as children of the submission, for the owner of the form. */
async function storeFiles(context: Context, { form, given }: Accepted, submissionId: string): Promise<void> {
  const model = modelOf(context, 'formSubmissionFiles');
  const { tenantId, accountKey } = context.caller;
  for (const file of given.files) {
    const within = { ...context, caller: systemCaller(tenantId, accountKey), uploads: [file] };
    const record = { formSubmissionId: submissionId, name: file.name, ownerId: form.ownerId ?? null };
    await invoke(within, operations.create, model, { record });
  }
}

function modelOf({ registry }: Context, slug: string): Model {
  const model = registry.find('forms', slug);
  if (!model) throw new Error(`the model forms.${slug} is missing`);
  return model;
}
