import { declare, type FieldOptions } from './field.ts';
import { textType } from './text.ts';

export const longTextType = {
  ...textType,
  name: 'longText',
  maxLength: 100_000,
  sortable: false,
  multiline: true,
} as const;

/** Text of several lines, such as descriptions, notes and page bodies. */
export const longText = (options: FieldOptions = {}) => declare(longTextType, options);
