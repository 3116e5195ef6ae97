import { systemCaller } from '#core/access/caller.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import type { Accepted } from './accepted.ts';
import { emailIn } from './read-answers.ts';

/** What became of the answers. */
export interface Outcome {
  readonly status: 'processed' | 'failed' | 'spam' | 'duplicate';
  readonly recordId?: string | null;
  /** For those who read submissions. Visitors do not get it: it may say that a record exists. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The same submission is stored already. It rolls back what this one has written. */
export class RepeatedSubmission extends Error {}

/** Writes the record of a submission, with its files. Returns its id. */
export async function storeSubmission(
  context: TransactionContext,
  accepted: Accepted,
  outcome: Outcome,
): Promise<string> {
  const id = newId();
  const model = modelOf(context, 'formSubmissions');
  const values = { ...sentValues(accepted), ...resultValues(accepted, outcome) };
  // A token that is there already is skipped: an error would say the same, but abort the transaction with a message to translate.
  const stored = await insertMany(context, model, [{ id, values }], { onConflict: 'skip' });
  if (stored.length === 0) throw new RepeatedSubmission();
  if (!accepted.robot) await storeFiles(context, accepted, id);
  return id;
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
  const waits = status === 'processed' && form.submitAction === 'callWebhook';
  return {
    status: waits ? 'received' : status,
    processedAt: status === 'processed' && !waits ? new Date().toISOString() : null,
    recordId,
    ...(isContact && { contactId: recordId }),
    error: error ? { ...error } : null,
  };
}

/** Files belong to the submission, and to the owner of the form. */
async function storeFiles(context: TransactionContext, { form, given }: Accepted, submissionId: string): Promise<void> {
  const model = modelOf(context, 'formSubmissionFiles');
  const { tenantId, accountKey } = context.caller;
  for (const file of given.files) {
    const within = { ...context, caller: systemCaller(tenantId, accountKey), uploads: [file] };
    const record = { formSubmissionId: submissionId, name: file.name, ownerId: form.ownerId ?? null };
    await invoke(within, operations.create, model, { record });
  }
}

function modelOf({ registry }: TransactionContext, slug: string): Model {
  const model = registry.find('forms', slug);
  if (!model) throw new Error(`the model forms.${slug} is missing`);
  return model;
}
