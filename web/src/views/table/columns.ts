import type { Field, Model } from '~/metadata/model.ts';

const maxDefaultColumns = 7;

/** Fields that a table shows only when asked for. */
const technical = new Set(['_id', 'version', 'createdBy', 'updatedBy', 'updatedAt']);

/** The most useful fields of a business record, the first ones first. */
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

/** Whether a field can be a column: its values fit into one line. */
export const canBeColumn = ({ type }: Field): boolean => type !== 'secret' && type !== 'json';

function usefulness({ key, type, required }: Field): number {
  const known = usefulKeys.indexOf(key);
  if (known >= 0) return known;
  const byType = typeOrder.indexOf(type);
  return 100 + (byType < 0 ? 50 : byType) - (required ? 20 : 0);
}

/** The title, then the fields that people look at first. */
export function defaultColumns(model: Model): string[] {
  const { titleField, fields } = model;
  const keys = new Set(fields.map(({ key }) => key));
  // The title is made of these.
  const parts = fields.some(({ key, computed }) => key === titleField && computed)
    ? new Set(['firstName', 'lastName', 'salutation'])
    : new Set<string>();
  const others = fields
    .filter((field) => {
      const { key, type } = field;
      if (key === titleField || technical.has(key) || parts.has(key) || !canBeColumn(field)) return false;
      if (type === 'longText' || type === 'list' || type === 'references' || key === 'createdAt') return false;
      // The status of a list repeats the status for most people.
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

/** The fields of the chosen columns; names that the model no longer has are left out. */
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

/** Fields that the title of a record, its money and its changes need beside the columns. */
const alwaysRead = ['_id', 'version', 'name', 'firstName', 'lastName', 'email', 'currency'];

/** The fields to ask for, so that a page has no long texts that nobody sees. */
export function fieldsToRead(model: Model, columns: readonly Field[]): string[] {
  const has = new Set(model.fields.map(({ key }) => key));
  const wanted = [...alwaysRead, model.titleField, ...columns.map(({ key }) => key)];
  return [...new Set(wanted)].filter((key) => has.has(key)).sort();
}

/** Moves a column to the place of another. */
export function moveColumn(columns: readonly string[], from: string, to: string): string[] {
  const rest = columns.filter((key) => key !== from);
  const target = columns.indexOf(to);
  if (target < 0 || !columns.includes(from)) return [...columns];
  rest.splice(target, 0, from);
  return rest;
}

/** The next sort after a click on a column: ascending, descending, none. With `more` the other keys stay. */
export function nextSort(sort: readonly string[], key: string, more: boolean): string[] {
  const now = sort.includes(key) ? key : sort.includes(`-${key}`) ? `-${key}` : undefined;
  const next = now === undefined ? [key] : now === key ? [`-${key}`] : [];
  if (!more) return next;
  return now === undefined ? [...sort, ...next].slice(0, 5) : sort.flatMap((part) => (part === now ? next : [part]));
}

const maxCardFields = 3;

/** The fields of a card: one coloured value, then others, so that there is room for each. */
export function cardFields({ titleField }: Model, columns: readonly Field[]): Field[] {
  const others = columns.filter(({ key }) => key !== titleField);
  const choice = others.find(({ type }) => type === 'choice');
  const rest = others.filter(({ type }) => type !== 'choice');
  return [...(choice ? [choice] : []), ...rest].slice(0, maxCardFields);
}
