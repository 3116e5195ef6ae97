/** The position of a part of a formula, in UTF-16 units. */
export interface Span {
  readonly position: number;
  readonly length: number;
}

/** An error in the text of a formula, with the part that is wrong. */
export class FormulaError extends Error {
  /** The offset of the part, which starts at 0. */
  readonly position: number;
  readonly length: number;
  /** The line, which starts at 1. */
  readonly line: number;
  /** The column, which starts at 1. */
  readonly column: number;

  constructor(message: string, text: string, { position, length }: Span) {
    super(message);
    this.name = 'FormulaError';
    this.position = position;
    this.length = length;
    const before = text.slice(0, position).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}
