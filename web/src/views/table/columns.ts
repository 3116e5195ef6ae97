import type { Field, Model } from '~/metadata/model.ts';
import { writerKeys } from '../../metadata/record-access.ts';

const maxDefaultColumns = 7;

/** Fields that a table shows only on request. */
const technical = new Set(['_id', 'version', 'createdBy', 'updatedBy', 'updatedAt']);

/** The most useful fields of business records, in order. */
const usefulKeys = [
  'stage',
  'status',
  'lifecycleStage',
  'value',
  'amount',
  'total',
  'price',
  'email',
  'accountId',
  'company',
  'ownerId',
  'assignedUserId',
  'userId',
  'dueDate',
  'closeDate',
  'startDate',
  'endDate',
  'phone',
  'priority',
  'rating',
  'contactId',
  'type',
  'industryId',
  'employees',
];

const typeOrder: readonly Field['type'][] = [
  'choice',
  'number',
  'integer',
  'date',
  'reference',
  'email',
  'boolean',
  'text',
  'phone',
  'datetime',
  'url',
  'list',
  'references',
];

/** True when a field can be a column, which requires values that fit into one line. */
export const canBeColumn = ({ type }: Field): boolean => type !== 'secret' && type !== 'json';

/** True when the cells of the field can be edited. */
export const isEditable = ({ readOnly, computed, createOnly }: Field): boolean => !readOnly && !computed && !createOnly;

function usefulness({ key, type, required }: Field): number {
  const known = usefulKeys.indexOf(key);
  if (known >= 0) return known;
  const byType = typeOrder.indexOf(type);
  return 100 + (byType < 0 ? 50 : byType) - (required ? 20 : 0);
}

/** The default columns: the title, then the most useful fields. */
export function defaultColumns(model: Model): string[] {
  const { titleField, fields } = model;
  const keys = new Set(fields.map(({ key }) => key));
  // A computed title contains these fields already.
  const parts = fields.some(({ key, computed }) => key === titleField && computed)
    ? new Set(['firstName', 'lastName', 'salutation'])
    : new Set<string>();
  const others = fields
    .filter((field) => {
      const { key, type } = field;
      if (key === titleField || technical.has(key) || parts.has(key) || !canBeColumn(field)) return false;
      if (type === 'longText' || type === 'list' || type === 'references' || key === 'createdAt') return false;
      // The field `statusId` usually repeats the status or stage.
      return !(key === 'statusId' && (keys.has('status') || keys.has('stage')));
    })
    .map((field, n) => ({ key: field.key, rank: usefulness(field) * 1000 + n }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxDefaultColumns - 1)
    .map(({ key }) => key);
  const columns = [titleField, ...others].filter((key) => keys.has(key));
  if (columns.length < maxDefaultColumns && keys.has('createdAt')) columns.push('createdAt');
  return columns;
}

/** The fields of the chosen columns. Keys that the model no longer has are left out. */
export function columnFields(model: Model, chosen: readonly string[] | undefined): Field[] {
  const byKey = new Map(model.fields.map((field) => [field.key, field]));
  const known = (keys: readonly string[]) =>
    [...new Set(keys)].flatMap((key) => {
      const field = byKey.get(key);
      return field && canBeColumn(field) ? [field] : [];
    });
  const fields = known(chosen ?? []);
  return fields.length > 0 ? fields : known(defaultColumns(model));
}

/** Fields needed in addition to the columns: for titles, currencies and edits. */
const alwaysRead = ['_id', 'version', 'name', 'firstName', 'lastName', 'email', 'currency'];

/** The fields to read, so that long texts are not transferred. */
export function fieldsToRead(model: Model, columns: readonly Field[]): string[] {
  const has = new Set(model.fields.map(({ key }) => key));
  const ofColumns = columns.flatMap(({ key, currencyFrom }) => [key, currencyFrom?.parent?.field ?? key]);
  const wanted = [...alwaysRead, ...writerKeys(model), model.titleField, ...ofColumns];
  return [...new Set(wanted)].filter((key) => has.has(key)).sort();
}

/** Moves a column to the position of another. */
export function moveColumn(columns: readonly string[], from: string, to: string): string[] {
  const rest = columns.filter((key) => key !== from);
  const target = columns.indexOf(to);
  if (target < 0 || !columns.includes(from)) return [...columns];
  rest.splice(target, 0, from);
  return rest;
}

/** The sort after a click on a column: ascending, descending, none. With `more` the other keys stay. */
export function nextSort(sort: readonly string[], key: string, more: boolean): string[] {
  const now = sort.includes(key) ? key : sort.includes(`-${key}`) ? `-${key}` : undefined;
  const next = now === undefined ? [key] : now === key ? [`-${key}`] : [];
  if (!more) return next;
  return now === undefined ? [...sort, ...next].slice(0, 5) : sort.flatMap((part) => (part === now ? next : [part]));
}

const maxCardFields = 3;

/** The fields of a card: one coloured value, then others, as many as fit. */
export function cardFields({ titleField }: Model, columns: readonly Field[]): Field[] {
  const others = columns.filter(({ key }) => key !== titleField);
  const choice = others.find(({ type }) => type === 'choice');
  const rest = others.filter(({ type }) => type !== 'choice');
  return [...(choice ? [choice] : []), ...rest].slice(0, maxCardFields);
}
