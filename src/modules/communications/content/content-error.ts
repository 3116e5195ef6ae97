export type ContentField = 'subject' | 'html' | 'text';

/** A mail template that cannot be compiled or rendered. The message is for its author: where it is wrong, and what to do. */
export class ContentError extends Error {
  readonly field: ContentField;

  constructor(field: ContentField, message: string) {
    super(message);
    this.name = 'ContentError';
    this.field = field;
  }
}
