export interface MailContent {
  readonly subject: string;
  readonly html?: string | null;
  readonly text?: string | null;
  readonly format?: 'html' | 'mjml' | 'text' | null;
  /** Shown by mail clients behind the subject. */
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

export interface CompiledContent {
  /** Paths that the templates read, e.g. [['contact','firstName'],['unsubscribeUrl']]. */
  readonly variables: readonly (readonly string[])[];
  /** About how much memory it takes. */
  readonly bytes: number;
  /** Throws a `ContentError` when a limit is hit. */
  render(scope: Readonly<Record<string, unknown>>): Promise<Rendered>;
}
