/** A bar on the terminal; nothing where standard error is not one. It is on standard error, so output can be piped. */
export class Progress {
  readonly #label: string;
  readonly #isShown = process.stderr.isTTY === true;
  #last = 0;

  constructor(label: string) {
    this.#label = label;
  }

  /** Without a total, only the number is shown. */
  show(done: number, total: number | undefined, unit = ''): void {
    const now = Date.now();
    if (!this.#isShown || (now - this.#last < 100 && done !== total)) return;
    this.#last = now;
    const width = 24;
    const part = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
    const bar =
      part === undefined
        ? ''
        : `[${'#'.repeat(Math.round(part * width)).padEnd(width, '.')}] ${Math.floor(part * 100)} % `;
    const count = total === undefined ? `${done}` : `${done} of ${total}`;
    process.stderr.write(`\r\u001b[K${this.#label} ${bar}${count}${unit === '' ? '' : ` ${unit}`}`);
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\r\u001b[K');
  }
}
