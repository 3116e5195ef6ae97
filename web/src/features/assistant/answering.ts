import type { ChatChunk } from '~/api/ai.ts';
import { readTurns } from './stored-turns.ts';
import { isEffect, type Turn } from './turn.ts';

/** Pauses between looks. The server first ends the tool that runs, and closes the log. */
const pausesMs = [0, 200, 500, 1000, 2000] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An answer as it arrives: where it is stored, and whether that is known. */
export class Answering {
  conversationId: string | undefined;
  #completionId: string | undefined;
  /** Tools whose result has not arrived. */
  #runningTools = 0;
  #hasEffect = false;
  #messageId: string | undefined;
  #failed = false;

  add(chunk: ChatChunk): void {
    const { conversationId, completionId, toolCall, toolResult, messageId, error } = chunk;
    this.conversationId = conversationId ?? this.conversationId;
    this.#completionId = completionId ?? this.#completionId;
    if (toolCall) this.#runningTools += 1;
    if (toolResult) this.#runningTools -= 1;
    this.#hasEffect ||= isEffect(toolResult);
    this.#messageId = messageId ?? this.#messageId;
    this.#failed ||= error !== undefined;
  }

  /** Whether it is stored from now on, however it ends. */
  get isStored(): boolean {
    return this.#messageId !== undefined || this.#hasEffect;
  }

  /** Whether tools may have changed something, and the answer ended before the server said that it is stored. */
  get isUncertain(): boolean {
    return this.#messageId === undefined && (this.#hasEffect || this.#runningTools > 0);
  }

  /**
   * What the server stored of it; undefined when that is nothing, because no tool wrote or proposed anything. Throws when the
   * server cannot be asked.
   */
  async stored(): Promise<Turn | undefined> {
    const { conversationId } = this;
    // An error of the server says whether it is stored.
    if (conversationId === undefined || this.#failed) return undefined;
    let failure: { readonly error: unknown } | undefined;
    for (const ms of pausesMs) {
      await pause(ms);
      try {
        const turns = await readTurns(conversationId);
        const found = turns.find(({ completionId }) => completionId === this.#completionId);
        if (found) return found;
        failure = undefined;
      } catch (error) {
        // The connection on which the answer was lost may be back in a moment.
        failure = { error };
      }
    }
    if (failure) throw failure.error;
    return undefined;
  }
}
