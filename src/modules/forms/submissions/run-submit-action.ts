import type { Caller } from '#core/access/caller.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isJsonObject } from '#lib/json.ts';
import { writesRecords } from '../definition/check-form.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { Answers } from './read-answers.ts';

/** What became of the answers: the record that has them, or why none has. */
export interface ActionResult {
  readonly recordId: string | null;
  /** For those who read submissions. Visitors do not get it: it may say that a record exists. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

const none: ActionResult = { recordId: null, error: null };

/** Writes the record of a submission for the owner of the form. A failure takes back its own writes only. */
export async function runSubmitAction(
  context: TransactionContext,
  form: RecordObject,
  { model }: FormDefinition,
  answers: Answers,
): Promise<ActionResult> {
  if (!writesRecords(form)) return none;
  try {
    const owner = await ownerOf(context, form);
    if (!model)
      throw new AppError('not_found', `The model ${String(form.modelKey)} of the form does not exist any more.`);
    const write = () => writeRecord({ ...context, caller: owner }, form, model, valuesFor(form, answers));
    return { recordId: await context.tx.savepoint(write), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { recordId: null, error: { code: error.code, message: error.message } };
  }
}

async function ownerOf({ services, caller, tx }: TransactionContext, { ownerId }: RecordObject): Promise<Caller> {
  const owners =
    typeof ownerId === 'string' ? await services.directory.actors(caller.tenantId, [ownerId], tx) : undefined;
  const owner = owners?.get(String(ownerId));
  if (!owner) throw new AppError('forbidden', 'The owner of the form is not active: choose another owner.');
  return owner;
}

function valuesFor({ defaultValues }: RecordObject, answers: Answers): Record<string, JsonValue> {
  const given = [...answers].flatMap(([{ key, isOfModel }, value]) => (isOfModel ? [[key, value] as const] : []));
  return { ...Object.fromEntries(given), ...(isJsonObject(defaultValues) && (defaultValues as RecordObject)) };
}

async function writeRecord(
  context: TransactionContext,
  form: RecordObject,
  model: Model,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const existing = form.submitAction === 'upsertRecord' ? await findByEmail(context, model, values.email) : undefined;
  if (existing === undefined) return create(context, model, values);
  const isEmpty = (value: JsonValue | undefined) => value === undefined || value === null || value === '';
  const changes = Object.entries(values).filter(([key]) => form.overwrites === true || isEmpty(existing[key]));
  if (changes.length > 0) {
    const input = { id: String(existing._id), record: Object.fromEntries(changes) };
    await invoke(context, operations.update, model, input);
  }
  return String(existing._id);
}

async function create(
  context: TransactionContext,
  model: Model,
  record: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const { body } = await invoke(context, operations.create, model, { record });
  return (JSON.parse(body) as { _id: string })._id;
}

/** The oldest record with the address that the owner of the form may change. */
async function findByEmail(
  context: TransactionContext,
  model: Model,
  email: JsonValue | undefined,
): Promise<RecordObject | undefined> {
  if (typeof email !== 'string') return undefined;
  const query = { filter: { email: { eq: email } }, sort: 'createdAt', limit: 1, count: 'none' };
  const { body } = await invoke(context, operations.list, model, { query: () => query });
  return (JSON.parse(body) as { data: RecordObject[] }).data[0];
}
