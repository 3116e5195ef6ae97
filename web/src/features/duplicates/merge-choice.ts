import type { RecordData } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { isEmpty } from '../../fields/values.ts';

/** This file decides, field by field, which record gives the kept record its value. */

/** The id of the record whose value was chosen, by field. */
export type Choices = Readonly<Record<string, string>>;

const isSame = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that a merge can set. Secrets are not shown, so nobody can choose one. */
export const choosable = ({ fields }: Model): readonly Field[] =>
  fields.filter(
    ({ readOnly, type, createOnly, computed }) => !readOnly && !createOnly && !computed && type !== 'secret',
  );

/** True when the records have different values. */
export const differs = ({ key }: Field, records: readonly RecordData[]): boolean =>
  records.some((record) => !isSame(record[key], records[0]?.[key]));

/** The record whose value is taken: the chosen one, else the kept one, and if that has none the first with a value. */
export function sourceOf(field: Field, records: readonly RecordData[], winnerId: string, choices: Choices): string {
  const chosen = choices[field.key];
  if (chosen !== undefined && records.some(({ _id }) => _id === chosen)) return chosen;
  const winner = records.find(({ _id }) => _id === winnerId);
  if (winner && !isEmpty(winner[field.key])) return winnerId;
  return records.find((record) => !isEmpty(record[field.key]))?._id ?? winnerId;
}

/** A reference of a record to one that is merged would point to itself or to nothing. */
const pointsToMerged = (value: unknown, records: readonly RecordData[]): boolean =>
  records.some(({ _id }) => value === _id || (Array.isArray(value) && value.includes(_id)));

/** The values that the merge sets: those that come from another record and differ. */
export function valuesOf(
  model: Model,
  records: readonly RecordData[],
  winnerId: string,
  choices: Choices,
): Record<string, unknown> {
  const winner = records.find(({ _id }) => _id === winnerId);
  const values: Record<string, unknown> = {};
  for (const field of choosable(model)) {
    const source = records.find(({ _id }) => _id === sourceOf(field, records, winnerId, choices));
    if (!source || isSame(source[field.key], winner?.[field.key])) continue;
    const value = source[field.key] ?? null;
    if (!pointsToMerged(value, records)) values[field.key] = value;
  }
  return values;
}

/** The record that is kept unless the person chooses another one: that with the most values, and of equal ones the oldest. */
export function fullest(model: Model, records: readonly RecordData[]): string {
  const filled = (record: RecordData) => choosable(model).filter(({ key }) => !isEmpty(record[key])).length;
  return records.toSorted((a, b) => filled(b) - filled(a) || (a._id < b._id ? -1 : 1))[0]?._id ?? '';
}
