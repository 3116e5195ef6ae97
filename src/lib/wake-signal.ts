/** Wakes a waiting loop. When no loop waits, the next `wait` returns at once. */
export class WakeSignal {
  #isSet = false;
  #resume: (() => void) | undefined;

  wake(): void {
    this.#isSet = true;
    this.#resume?.();
  }

  /** Waits for `wake`, at most `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#resume = undefined;
    }
    this.#isSet = false;
  }
}
