const quote = 34;
const newline = 10;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** Checks in one pass over the bytes of an event stream that no line is nested too deeply. Each event is one line of JSON. */
export class ShallowLines {
  readonly #maxLevels: number;
  #level = 0;
  #inString = false;
  #isEscaped = false;

  constructor(maxLevels: number) {
    this.#maxLevels = maxLevels;
  }

  /** False when a line is nested too deeply. A line may start in one chunk and end in another. */
  accepts(chunk: Uint8Array): boolean {
    for (const byte of chunk) {
      if (byte === newline) this.#begin();
      else if (this.#inString) this.#readString(byte);
      else if (byte === quote) this.#inString = true;
      else if (byte === openBrace || byte === openBracket) this.#level += 1;
      else if (byte === closeBrace || byte === closeBracket) this.#level -= 1;
      if (this.#level > this.#maxLevels) return false;
    }
    return true;
  }

  #begin(): void {
    this.#level = 0;
    this.#inString = false;
    this.#isEscaped = false;
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#inString = false;
  }
}
