import { isEmpty, Unreadable } from '../values.ts';

/** A JSON value as text for editing. */
export const jsonText = (value: unknown): string =>
  value instanceof Unreadable ? value.text : isEmpty(value) ? '' : JSON.stringify(value, null, 2);

export const readJson = (text: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return new Unreadable(text);
  }
};
