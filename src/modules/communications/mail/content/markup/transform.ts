export interface MarkupRequest {
  /** Markup in which words with `prefix` stand for Liquid tags. */
  readonly source: string;
  readonly prefix: string;
  readonly format: 'html' | 'mjml';
  readonly wantsText: boolean;
}

export interface MarkupResult {
  readonly html: string;
  /** Plain text, when it was asked for. */
  readonly text: string | null;
}

/** An error of the author, with the line of `source`. */
export class MarkupFault extends Error {
  readonly line: number | undefined;
  /** It costs too much. */
  readonly isLimit: boolean;

  constructor(message: string, line?: number, isLimit = false) {
    super(message);
    this.line = line;
    this.isLimit = isLimit;
  }
}
