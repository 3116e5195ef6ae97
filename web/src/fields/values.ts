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
  /** Reads the text as soon as the code for it has loaded. Undefined when the text is no value. */
  readonly readLater: (() => Promise<unknown>) | undefined;

  constructor(text: string, readLater?: () => Promise<unknown>) {
    this.text = text;
    this.readLater = readLater;
  }

  /** JSON leaves it out, so drafts do not store it. */
  toJSON(): undefined {
    return undefined;
  }
}

/** A filter with conditions that lack a value. It is kept, so that it is not saved without them. */
export class Incomplete extends Unreadable {
  readonly filter: object;

  constructor(filter: object) {
    super('');
    this.filter = filter;
  }
}

/** True while the code that reads the typed text is loading. */
export const isUnread = (value: unknown): value is Unreadable =>
  value instanceof Unreadable && value.readLater !== undefined;

/** The typed value, once the code that reads it has loaded. */
export const readTyped = async (value: unknown): Promise<unknown> =>
  value instanceof Unreadable && value.readLater ? value.readLater() : value;
