export interface MarkupRequest {
  /** Markup in which words with `prefix` replace Liquid tags. */
  readonly source: string;
  readonly prefix: string;
  readonly format: 'html' | 'mjml';
  readonly wantsText: boolean;
}

export interface MarkupResult {
  readonly html: string;
  /** Plain text, when requested. */
  readonly text: string | null;
}

/** An error in the author's markup, with the line of `source`. */
export class MarkupFault extends Error {
  readonly line: number | undefined;
  /** True when the markup exceeds a cost limit. */
  readonly isLimit: boolean;

  constructor(message: string, line?: number, isLimit = false) {
    super(message);
    this.line = line;
    this.isLimit = isLimit;
  }
}
