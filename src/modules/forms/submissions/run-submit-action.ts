import type { Caller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { NewRecord } from '#core/operations/create-together.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';
import { writesRecords } from '../definition/check-form.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { submitActionOf } from '../definition/submit-action.ts';
import type { Answers } from './read-answers.ts';
import type { Submission } from './read-submission.ts';
import { lockAddress } from './sql/lock-address.ts';

/**
 * Runs the action of a form with the permissions of the form's owner. Returns the id of the record that it wrote, or a
 * new record that will be written together with the submission. Null for forms that write no record.
 */
export async function runSubmitAction(
  context: Context,
  form: RecordObject,
  { model }: FormDefinition,
  answers: Answers,
  { recordId: linkedId, consent }: Pick<Submission, 'recordId' | 'consent'>,
): Promise<NewRecord | string | null> {
  if (!writesRecords(form)) return null;
  const owner = await ownerOf(context, form);
  if (!model)
    throw new AppError('not_found', `The model ${String(form.modelKey)} of the form does not exist any more.`);
  const { origin: _visitor, ...rest } = context;
  const values = valuesFor(form, answers);
  const record = { ...consentValues(model, values, consent), ...values };
  return writeRecord({ ...rest, caller: owner }, form, model, record, linkedId);
}

async function ownerOf({ services, caller, tx }: Context, { ownerId }: RecordObject): Promise<Caller> {
  const owners =
    typeof ownerId === 'string'
      ? await services.directory.actors(caller.tenantId, [ownerId], tx ?? services.db.lookUps)
      : undefined;
  const owner = owners?.get(String(ownerId));
  if (!owner) throw new AppError('forbidden', 'The owner of the form is not active: choose another owner.');
  return owner;
}

function valuesFor({ defaultValues }: RecordObject, answers: Answers): Record<string, JsonValue> {
  const given = [...answers].flatMap(([{ key, isOfModel }, value]) => (isOfModel ? [[key, value] as const] : []));
  return { ...Object.fromEntries(given), ...(isJsonObject(defaultValues) && (defaultValues as RecordObject)) };
}

/** The time and the source of a consent, for models of people: the visitor agreed to the text of the form, or to mail or messages. */
function consentValues(
  { fields }: Model,
  values: Readonly<Record<string, JsonValue>>,
  consent: boolean,
): Record<string, JsonValue> {
  const isGiven = consent || values.emailOptIn === true || values.smsOptIn === true;
  if (!isGiven || !fields.has('consentGivenAt') || !fields.has('consentSource')) return {};
  return { consentGivenAt: new Date().toISOString(), consentSource: 'webForm' };
}

async function writeRecord(
  context: Context,
  form: RecordObject,
  model: Model,
  record: Readonly<Record<string, JsonValue>>,
  linkedId: string | undefined,
): Promise<NewRecord | string> {
  switch (submitActionOf(form)) {
    case 'updateRecord': {
      if (linkedId === undefined)
        throw new AppError('forbidden', 'The form updates records, and was not opened by a personal link.');
      await update(context, model, linkedId, record);
      return linkedId;
    }
    case 'upsertRecord': {
      const existing = await findByEmail(context, model, record.email);
      if (existing === undefined) return { context, model, id: newId(), record };
      const isEmpty = (value: JsonValue | undefined) => value === undefined || value === null || value === '';
      const changes = Object.entries(record).filter(([key]) => form.overwrites === true || isEmpty(existing[key]));
      await update(context, model, String(existing._id), Object.fromEntries(changes));
      return String(existing._id);
    }
    default:
      return { context, model, id: newId(), record };
  }
}

async function update(context: Context, model: Model, id: string, record: RecordObject): Promise<void> {
  if (Object.keys(record).length > 0) await invoke(context, operations.update, model, { id, record });
}

/**
 * The oldest record with the address that the owner of the form may change. The address stays locked until the end of
 * the transaction, so that two concurrent submissions create one record.
 */
async function findByEmail(
  context: Context,
  model: Model,
  email: JsonValue | undefined,
): Promise<RecordObject | undefined> {
  if (typeof email !== 'string') return undefined;
  if (!context.tx) throw new Error('an address is locked until the end of a transaction');
  await lockAddress(context.tx, `${model.name} ${email.toLowerCase()}`);
  const query = { filter: { email: { eq: email } }, sort: 'createdAt', limit: '1', count: 'none' };
  const { body } = await invoke(context, operations.list, model, { query: () => query });
  return (JSON.parse(body) as { data: RecordObject[] }).data[0];
}
