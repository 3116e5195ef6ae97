/** A cell that does not have the form of its field. The message continues a sentence that begins with the column and the value. */
export class CellProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
