import type { RecordData } from '~/api/records.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { hasOwnEditor } from '~/views/form/form-fields.ts';
import { secondStatus } from '../status-field.ts';

export interface FieldSection {
  /** Undefined for fields without a group. */
  readonly group: string | undefined;
  readonly fields: readonly Field[];
}

/** Fields that are shown at the end of the page. */
const bookkeeping = new Set(['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version']);

/** The fields of a record by group, in the order of the model. Fields without a group come first. */
export function fieldSections(model: Model, record: RecordData, withEmpty: boolean): readonly FieldSection[] {
  const sections = new Map<string | undefined, Field[]>([[undefined, []]]);
  for (const field of model.fields) {
    if (!isListed(model, field, record)) continue;
    if (!withEmpty && isEmpty(record[field.key])) continue;
    const fields = sections.get(field.group) ?? [];
    fields.push(field);
    sections.set(field.group, fields);
  }
  return [...sections].filter(([, fields]) => fields.length > 0).map(([group, fields]) => ({ group, fields }));
}

export const countEmpty = (model: Model, record: RecordData): number =>
  model.fields.filter((field) => isListed(model, field, record) && isEmpty(record[field.key])).length;

/** True when the field is listed. The heading contains a computed title already, and a status is shown only once. */
const isListed = (model: Model, field: Field, record: RecordData): boolean => {
  const { key, computed } = field;
  return (
    !bookkeeping.has(key) &&
    !(key === model.titleField && computed) &&
    key !== secondStatus(model, record) &&
    !hasOwnEditor(model, field)
  );
};

const wideTypes = new Set(['longText', 'json', 'references']);

/** True when the field takes the full width of the section. */
export const isWide = ({ type, multiline }: Field): boolean => wideTypes.has(type) || multiline === true;
