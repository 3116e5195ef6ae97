export interface MailContent {
  readonly subject: string;
  readonly html?: string | null;
  readonly text?: string | null;
  readonly format?: 'html' | 'mjml' | 'text' | null;
  /** Mail clients show it after the subject. */
  readonly previewText?: string | null;
}

export interface Rendered {
  readonly subject: string;
  /** Null for a mail of plain text. */
  readonly html: string | null;
  readonly text: string;
  /** Names of variables the template asked for and did not get, e.g. `contact.firstName`. */
  readonly missing: readonly string[];
}

export type Scope = Readonly<Record<string, unknown>>;

/** Paths that the templates read, e.g. [['contact','firstName'],['unsubscribeUrl']]. */
export type Variables = readonly (readonly string[])[];

/** Liquid templates, after MJML, CSS inlining and conversion to text. */
export interface PreparedContent {
  readonly subject: string;
  /** Null for a mail of plain text. */
  readonly html: string | null;
  readonly text: string;
  /** True when the text was derived from the html. */
  readonly isTextDerived: boolean;
}
