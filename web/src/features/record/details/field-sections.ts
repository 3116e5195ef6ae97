import type { RecordData } from '~/api/records.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';

export interface FieldSection {
  /** Undefined for the fields without a group. */
  readonly group: string | undefined;
  readonly fields: readonly Field[];
}

/** Shown at the end of the page. */
const bookkeeping = new Set(['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version']);

/** The fields of a record by group, in the order of the model; those without a group first. */
export function fieldSections(model: Model, record: RecordData, withEmpty: boolean): readonly FieldSection[] {
  const sections = new Map<string | undefined, Field[]>([[undefined, []]]);
  for (const field of model.fields) {
    if (!isListed(model, field)) continue;
    if (!withEmpty && isEmpty(record[field.key])) continue;
    const fields = sections.get(field.group) ?? [];
    fields.push(field);
    sections.set(field.group, fields);
  }
  return [...sections].filter(([, fields]) => fields.length > 0).map(([group, fields]) => ({ group, fields }));
}

export const countEmpty = (model: Model, record: RecordData): number =>
  model.fields.filter((field) => isListed(model, field) && isEmpty(record[field.key])).length;

/** A title that is computed from other fields stands above the page already. */
const isListed = (model: Model, { key, computed }: Field): boolean =>
  !bookkeeping.has(key) && !(key === model.titleField && computed);

const wideTypes = new Set(['longText', 'json', 'references']);

/** Needs the width of the section. */
export const isWide = ({ type, multiline }: Field): boolean => wideTypes.has(type) || multiline === true;
