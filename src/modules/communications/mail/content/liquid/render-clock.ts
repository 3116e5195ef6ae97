/** Wall-clock limit as a multiple of the processor time, because a rendering may wait for a busy machine. */
const maxStretch = 8;

/**
 * Ends a rendering that uses too much processor time. It compares the wall clock first, because reading it is cheap,
 * and reads the processor time of the thread only after that limit. So a mail does not fail because the machine is
 * busy.
 */
export class RenderClock {
  readonly #renderMs: number;
  readonly #usedBeforeMs = usedMs();
  readonly #endAt: number;
  #checkAt: number;

  constructor(renderMs: number) {
    this.#renderMs = renderMs;
    this.#checkAt = performance.now() + renderMs;
    this.#endAt = performance.now() + renderMs * maxStretch;
  }

  check(): void {
    const now = performance.now();
    if (now < this.#checkAt) return;
    const leftMs = this.#renderMs - (usedMs() - this.#usedBeforeMs);
    // A thread that got almost no processor time says nothing about the template.
    const isLate = now > this.#endAt && leftMs < this.#renderMs / 2;
    if (leftMs <= 0 || isLate) throw new Error('template render limit exceeded');
    this.#checkAt = now + leftMs;
  }
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
