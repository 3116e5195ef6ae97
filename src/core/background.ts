/** Work that runs in the background as long as the process lives. */
export interface Background {
  start(): Promise<void>;
  /** Finishes the work in progress, or releases it for other nodes. */
  stop(): Promise<void>;
}

/** Starts several parts in order. */
export const together = (parts: readonly Background[]): Background => ({
  async start() {
    for (const part of parts) await part.start();
  },
  async stop() {
    await Promise.all(parts.map((part) => part.stop()));
  },
});
