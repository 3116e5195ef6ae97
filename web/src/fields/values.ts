/** True when a value counts as empty. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(asText) : isEmpty(value) ? [] : [asText(value)];

/** Typed text that is not a valid value of the field. It is kept so that the person can correct it. */
export class Unreadable {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** JSON leaves it out, so drafts do not store it. */
  toJSON(): undefined {
    return undefined;
  }
}
