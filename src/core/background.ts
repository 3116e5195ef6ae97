/** Background work that runs for the lifetime of the process. */
export interface Background {
  start(): Promise<void>;
  /** Finishes the work in progress, or releases it for other nodes. */
  stop(): Promise<void>;
}

/** Combines background work, which starts in this order. */
export const together = (parts: readonly Background[]): Background => ({
  async start() {
    for (const part of parts) await part.start();
  },
  async stop() {
    await Promise.all(parts.map((part) => part.stop()));
  },
});
