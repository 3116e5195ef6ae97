import type { Filter, Group, RecordData } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { writerKeys } from '../../metadata/record-access.ts';
import { type Outcome, outcomeOf, outcomeOfCategory } from '../outcome.ts';

export interface BoardColumn {
  /** The value as text; empty for records without a value. */
  readonly key: string;
  readonly value: string | null;
  readonly label: string;
  readonly color?: string | undefined;
  readonly outcome: Outcome;
}

/** A reference other than a status could have thousands of values. */
export const maxColumns = 50;

const groupNames = ['stage', 'status', 'statusId', 'state', 'phase', 'priority'];
const sumNames = ['value', 'amount', 'total', 'totalAmount', 'price', 'cost', 'budget'];
/** True when the values of a field can be columns. `canRead` tells whether the referenced records are visible. */
export const isGroupable = (field: Field, canRead: (field: Field) => boolean): boolean =>
  field.filterable && (field.type === 'choice' || (field.type === 'reference' && canRead(field)));

export function defaultGroupField(fields: readonly Field[]): Field | undefined {
  for (const name of groupNames) {
    const field = fields.find(({ key }) => key === name);
    if (field) return field;
  }
  return undefined;
}

export function sumField({ fields }: Model): Field | undefined {
  for (const name of sumNames) {
    const field = fields.find(({ key, type }) => key === name && (type === 'number' || type === 'integer'));
    if (field) return field;
  }
  return undefined;
}

/** The field that refers to the list of a status, such as the pipeline of a stage. */
export const listFieldOf = ({ fields }: Model, field: Field): Field | undefined =>
  field.behaviour?.kind === 'status' && field.behaviour.part === 'key'
    ? fields.find(({ behaviour }) => behaviour?.kind === 'status' && behaviour.part === 'list')
    : undefined;

/** The field with only the options of one list, such as the stages of a pipeline. */
export const ofList = (field: Field, list: unknown): Field =>
  typeof list === 'string' && field.options
    ? { ...field, options: field.options.filter(({ lists }) => lists?.includes(list)) }
    : field;

/** The columns of a choice: its options, then other values in use, because a choice may accept any text. */
export function choiceColumns(field: Field, groups: readonly Group[]): BoardColumn[] {
  const columns = (field.options ?? []).map(({ value, label, category }) => ({
    key: value,
    value,
    label,
    outcome: category === undefined ? outcomeOf(value) : outcomeOfCategory(category),
  }));
  const known = new Set(columns.map(({ key }) => key));
  for (const group of groups) {
    const value = group[field.key];
    if (typeof value !== 'string' || known.has(value)) continue;
    known.add(value);
    columns.push({ key: value, value, label: value, outcome: outcomeOf(value) });
  }
  return columns;
}

export function referenceColumn(record: RecordData, label: string, color: string | undefined): BoardColumn {
  const { _id, isClosed, category } = record;
  return {
    key: _id,
    value: _id,
    label,
    color,
    outcome: typeof isClosed === 'boolean' && typeof category === 'string' ? outcomeOfCategory(category) : 'open',
  };
}

/** True when a filter on the column field admits records with this value. Columns that it excludes are not shown. */
export function admits(filter: Filter | undefined, field: string, value: string | null): boolean {
  const condition = filter?.[field];
  if (condition === undefined) return true;
  if (condition === null || typeof condition !== 'object') return String(condition) === value;
  if (Array.isArray(condition)) return value !== null && condition.map(String).includes(value);
  const { eq, ne, in: among, nin, null: isNull } = condition as Record<string, unknown>;
  const list = (values: unknown) => (Array.isArray(values) ? values.map(String) : String(values).split(','));
  if (isNull !== undefined && (String(isNull) === 'true') !== (value === null)) return false;
  if (eq !== undefined && String(eq) !== value) return false;
  if (ne !== undefined && String(ne) === value) return false;
  if (among !== undefined && (value === null || !list(among).includes(value))) return false;
  return nin === undefined || value === null || !list(nin).includes(value);
}

export const columnCondition = (field: string, value: string | null): Filter =>
  value === null ? { [field]: { null: true } } : { [field]: value };

/** Keys of fields for the lines of a card. Each line shows the first key that the model has. */
const cardNames = [
  ['accountId', 'company', 'customerId', 'contactId', 'requesterId', 'email'],
  ['dueDate', 'dueAt', 'closeDate', 'endDate', 'startDate', 'scheduledAt'],
  ['priority', 'rating', 'type'],
  ['assignedUserId', 'assigneeId', 'ownerId'],
];

const maxCardFields = 5;

/** The fields on a card: the person's columns, or else the amount and the most informative fields. */
export function cardFields(model: Model, chosen: readonly string[] | undefined, groupBy: string): Field[] {
  const byKey = new Map(model.fields.map((field) => [field.key, field]));
  const sum = sumField(model)?.key;
  const usual = cardNames.flatMap((names) => names.find((key) => byKey.has(key) && key !== groupBy) ?? []);
  const names = chosen && chosen.length > 0 ? chosen : [...(sum === undefined ? [] : [sum]), ...usual];
  return names
    .filter((key) => key !== model.titleField && key !== groupBy)
    .flatMap((key) => byKey.get(key) ?? [])
    .slice(0, maxCardFields);
}

/** The fields that the cards need, so that long texts are not transferred. */
export function fieldsToRead(model: Model, shown: readonly Field[], groupBy: string): string[] {
  const title = [model.titleField, 'firstName', 'lastName', 'name', 'email'];
  const wanted = new Set([
    ...title,
    ...writerKeys(model),
    groupBy,
    'currency',
    'version',
    ...shown.flatMap(({ key, currencyFrom }) => [key, currencyFrom?.parent?.field ?? key]),
  ]);
  return model.fields.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
}
