import { todayIn } from '#lib/days.ts';
import type { Grant } from '../access/access.ts';
import { companyOf } from '../company/company.ts';
import type { Context } from '../context.ts';
import { type Detail, invalid, validationFailed } from '../errors.ts';
import { type Field, type JsonValue, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import type { StatusFields } from '../models/status-fields.ts';
import type { Status, StatusList } from '../models/status-list.ts';

/**
 * The status of a record: its text (`stage` or `status`) has the key of a status, `statusId` refers to the status, and
 * what was written last sets the other one. A text that is no key is accepted, and refers to no status.
 */

/** A write of a record, with the fields that it changes. */
interface StatusWrite {
  readonly context: Context;
  readonly model: Model;
  readonly fields: StatusFields;
  readonly values: Values;
  readonly previous: RecordObject | undefined;
  readonly statuses: StatusList;
}

const listOf = async ({ services, caller }: Context, { listName }: StatusFields): Promise<StatusList> =>
  (await services.directory.statuses(caller.tenantId)).of(listName);

/** Sets the default status of a new record, and of one whose PUT names neither text nor status. */
export async function setDefaultStatus(
  context: Context,
  { model, hidden, readOnly }: Grant,
  values: Values,
  { isNew, keeps }: { readonly isNew: boolean; readonly keeps: (field: Field) => boolean },
): Promise<void> {
  const fields = model.behaviours?.status;
  if (!fields) return;
  const parts = [fields.row, ...(fields.key ? [fields.key] : [])];
  if (parts.some((field) => values.has(field) || keeps(field))) return;
  if (!isNew && parts.some(({ key }) => hidden.has(key) || readOnly.has(key))) return;
  const statuses = await listOf(context, fields);
  const given = fields.list && values.get(fields.list);
  const status = statuses.default(given ?? statuses.defaultListId);
  if (status) {
    values.set(fields.row, status.id);
    if (fields.key) values.set(fields.key, status.key);
  } else if (fields.key) values.set(fields.key, fields.key.declared.default ?? null);
}

/** Throws a Problem when a caller would change a read-only field by writing its counterpart. */
export function requireWritableStatus({ model, readOnly }: Grant, field: Field, isUnchanged: boolean): void {
  const fields = model.behaviours?.status;
  if (!fields?.key || isUnchanged) return;
  const other = field === fields.row ? fields.key : field === fields.key ? fields.row : undefined;
  if (other && readOnly.has(other.key))
    throw new Problem('read_only', `cannot be changed, because it sets ${other.key}, which is read-only for you`);
}

export interface StatusOptions {
  /** The status of the record stays, but its category has changed. */
  readonly categoryChanged?: boolean;
}

/** Makes the fields of a status agree, and sets those that follow it. Runs after validation and hooks. */
export async function applyStatus(
  context: Context,
  model: Model,
  values: Values,
  previous: RecordObject | undefined,
  { categoryChanged = false }: StatusOptions = {},
): Promise<void> {
  const fields = model.behaviours?.status;
  if (!fields?.all.some((field) => values.has(field))) return;
  const write = { context, model, fields, values, previous, statuses: await listOf(context, fields) };
  agree(write);
  const status = write.statuses.byId(after(write, fields.row));
  noteByHand(write, status);
  if (isChanged(write, fields.row) || (fields.key && isChanged(write, fields.key))) {
    requireFields(write, status);
    setTimeOfChange(write);
    await setFollowing(write, status);
  } else if (categoryChanged) await setFollowing(write, status);
}

const before = ({ previous }: StatusWrite, { key }: Field): JsonValue => previous?.[key] ?? null;

const after = (write: StatusWrite, field: Field): JsonValue =>
  write.values.has(field) ? (write.values.get(field) ?? null) : before(write, field);

const isChanged = (write: StatusWrite, field: Field): boolean => after(write, field) !== before(write, field);

/** The values that the write itself chose, before anything is set by the platform. */
const chosen = (write: StatusWrite, field: Field | undefined): JsonValue | undefined =>
  field && write.values.has(field) && isChanged(write, field) ? write.values.get(field) : undefined;

function agree(write: StatusWrite): void {
  const { fields } = write;
  const row = chosen(write, fields.row);
  const key = chosen(write, fields.key);
  const list = chosen(write, fields.list) ?? undefined;
  if (row !== undefined && (row !== null || key === undefined || key === null)) followRow(write, row, key, list);
  else if (key !== undefined) followKey(write, key, list);
  else if (list !== undefined) moveToList(write, list);
  else if (!write.previous) setList(write, write.statuses.byId(after(write, fields.row)));
}

/** Sets the text of a status that the write refers to. A reference to no status is refused by its foreign key. */
function followRow(write: StatusWrite, row: JsonValue, key: JsonValue | undefined, list: JsonValue | undefined): void {
  const { fields, statuses, values } = write;
  const status = statuses.byId(row);
  if (row !== null && !status) return;
  if (typeof key === 'string' && key !== status?.key)
    throw invalid(
      fields.key?.key ?? '',
      'contradiction',
      `is ${key}, but ${fields.row.key} refers to the status ${status?.key}; give one of them`,
    );
  if (list !== undefined && status && list !== status.listId)
    throw invalid(
      fields.list?.key ?? '',
      'contradiction',
      `is not that of the status in ${fields.row.key}; give one of them`,
    );
  if (fields.key) values.set(fields.key, status?.key ?? null);
  setList(write, status);
}

/** Finds the status with a key: in the list that the write names, else in that of the record, else in any list. */
function followKey(write: StatusWrite, key: JsonValue, list: JsonValue | undefined): void {
  const { fields, statuses, values } = write;
  const own = list ?? (fields.list && before(write, fields.list)) ?? statuses.defaultListId;
  const status = statuses.inList(key, own) ?? (list === undefined ? statuses.anywhere(key) : undefined);
  if (!status && list !== undefined && statuses.hasList(list) && statuses.anywhere(key))
    throw invalid(
      fields.key?.key ?? '',
      'not_an_option',
      `is a status of another ${fields.list?.key}, not of this one`,
    );
  values.set(fields.row, status?.id ?? null);
  if (status) setList(write, status);
  else if (!write.previous) setListId(write, own);
}

/** Gives a record that moves to another list the status with the same key there, else the default of that list. */
function moveToList(write: StatusWrite, list: JsonValue): void {
  const { fields, statuses, values } = write;
  const key = fields.key && after(write, fields.key);
  const status = statuses.inList(key, list) ?? statuses.default(list);
  if (!status) return;
  values.set(fields.row, status.id);
  if (fields.key) values.set(fields.key, status.key);
}

const setList = (write: StatusWrite, status: Status | undefined): void => {
  if (status) setListId(write, status.listId);
  else if (!write.previous) setListId(write, write.statuses.defaultListId);
};

function setListId({ fields, values }: StatusWrite, listId: JsonValue): void {
  if (fields.list && listId !== null) values.set(fields.list, listId);
}

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Refuses a record whose new status needs fields that are empty. Hidden fields do not count: the error would tell that they are empty. */
function requireFields(write: StatusWrite, status: Status | undefined): void {
  const { context, model } = write;
  const required = status?.values.requiredFields;
  if (!status || !Array.isArray(required) || required.length === 0) return;
  const hidden = context.caller.access.hiddenFields(model);
  const missing = required.flatMap((key) => {
    const field = typeof key === 'string' && !hidden.has(key) ? model.fields.get(key) : undefined;
    return field && isKnown(write, field) && isEmpty(after(write, field)) ? [field] : [];
  });
  if (missing.length === 0) return;
  const details: Detail[] = missing.map(({ key }) => ({
    field: key,
    code: 'required',
    message: `${key} is required in the status ${status.name}.`,
  }));
  throw validationFailed(details);
}

/** Writes of the platform to many records read only the fields on which behaviours depend. */
const isKnown = ({ values, previous }: StatusWrite, field: Field): boolean =>
  !previous || values.has(field) || Object.hasOwn(previous, field.key);

function setTimeOfChange(write: StatusWrite): void {
  const now = new Date().toISOString();
  for (const field of write.fields.changedAt) if (chosen(write, field) === undefined) write.values.set(field, now);
}

async function setFollowing(write: StatusWrite, status: Status | undefined): Promise<void> {
  const { fields, values, context } = write;
  const now = new Date().toISOString();
  for (const { field, is } of fields.during) {
    if (chosen(write, field) !== undefined) continue;
    const isDuring = status !== undefined && is.categories.includes(status.category);
    if (!isDuring) values.set(field, null);
    else if (isEmpty(before(write, field))) values.set(field, now);
  }
  setReached(write, status, now);
  for (const { field, is } of fields.days) {
    const isDay = status !== undefined && is.categories.includes(status.category);
    if (isDay && isEmpty(after(write, field))) values.set(field, todayIn((await companyOf(context)).timeZone));
  }
  copyValues(write, status);
}

/** Sets the times at which the record first got a status. A text that is no key of the list may still be one of the keys. */
function setReached(write: StatusWrite, status: Status | undefined, now: string): void {
  const { fields, values } = write;
  const key = status?.key ?? (fields.key && after(write, fields.key));
  for (const { field, is } of fields.reached) {
    const isReached =
      is.keys?.some((one) => one === key) || (status !== undefined && is.categories?.includes(status.category));
    if (isReached && isEmpty(after(write, field))) values.set(field, now);
  }
}

function copyValues(write: StatusWrite, status: Status | undefined): void {
  const { fields, values, model } = write;
  for (const { field, is } of fields.copies) {
    const value = status?.values[is.of] ?? null;
    const unless = is.unless === undefined ? undefined : model.fields.get(is.unless);
    if (value === null || chosen(write, field) !== undefined || (unless && before(write, unless) === true)) continue;
    values.set(field, value);
  }
}

/** Notes that a person has chosen a value that is copied otherwise. A value that is cleared is copied again. */
function noteByHand(write: StatusWrite, status: Status | undefined): void {
  const { fields, values, model } = write;
  for (const { field, is } of fields.copies) {
    const value = chosen(write, field);
    const unless = is.unless === undefined ? undefined : model.fields.get(is.unless);
    if (!unless || value === undefined) continue;
    values.set(unless, value !== null);
    if (value === null) values.set(field, status?.values[is.of] ?? null);
  }
}
