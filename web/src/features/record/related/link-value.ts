import type { Field } from '~/metadata/model.ts';

const asIds = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value of a reference with the record added. */
export const linkedValue = (field: Field, value: unknown, id: string): unknown =>
  field.type === 'references' ? [...asIds(value).filter((other) => other !== id), id] : id;

/** The value of a reference with the record removed. */
export const unlinkedValue = (field: Field, value: unknown, id: string): unknown =>
  field.type === 'references' ? asIds(value).filter((other) => other !== id) : null;
