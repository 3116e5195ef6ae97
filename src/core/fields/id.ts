import type { FieldType } from './field.ts';
import { referenceType } from './reference.ts';

/** The record's own id: an identifier to the database, a text to the registry. */
export const idType: FieldType = { ...referenceType, name: 'text', pointsTo: false };
