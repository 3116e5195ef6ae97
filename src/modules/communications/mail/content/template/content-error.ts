export type ContentField = 'subject' | 'html' | 'text';

/**
 * Thrown for a mail template that cannot be compiled or rendered. The message tells the author where the error is and how to correct it.
 */
export class ContentError extends Error {
  readonly field: ContentField;
  /** True when a limit was exceeded. */
  readonly isLimit: boolean;
  /** True when the exceeded limit was that of time. */
  readonly isSlow: boolean;

  constructor(field: ContentField, message: string, isLimit = false, isSlow = false) {
    super(message);
    this.name = 'ContentError';
    this.field = field;
    this.isLimit = isLimit;
    this.isSlow = isSlow;
  }
}
