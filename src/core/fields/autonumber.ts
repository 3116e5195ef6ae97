import type { FieldType } from './field.ts';
import { folded, textType } from './text.ts';

/** A number that the platform gives to each new record, such as R-2026-0001. It is a text that is unique in the tenant. */
export const autonumberType: FieldType = {
  ...textType,
  name: 'autonumber',
  maxLength: 100,
  companion: () => folded,
};
