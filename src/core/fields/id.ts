import type { FieldType } from './field.ts';
import { referenceType } from './reference.ts';

/** The type of `_id`: a uuid in the database, `text` in the registry. */
export const idType: FieldType = { ...referenceType, name: 'text', pointsTo: false };
