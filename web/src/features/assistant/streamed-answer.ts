import type { ChatChunk } from '~/api/ai.ts';
import { readTurns } from './stored-turns.ts';
import { isEffect, type Turn } from './turn.ts';

/** Pauses between polls. The server first finishes the running tool and closes the log. */
const pausesMs = [0, 200, 500, 1000, 2000] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A streaming answer: the conversation that stores it, and whether it is stored. */
export class StreamedAnswer {
  conversationId: string | undefined;
  #completionId: string | undefined;
  /** The number of tools without a result. */
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

  /** True when the server stores the answer, however it ends. */
  get isStored(): boolean {
    return this.#messageId !== undefined || this.#hasEffect;
  }

  /** True when tools may have changed something although the server has not confirmed that the answer is stored. */
  get isUncertain(): boolean {
    return this.#messageId === undefined && (this.#hasEffect || this.#runningTools > 0);
  }

  /**
   * The stored turn; undefined when nothing is stored, because no tool wrote or proposed anything. Throws when the
   * server cannot be reached.
   */
  async stored(): Promise<Turn | undefined> {
    const { conversationId } = this;
    // After an error of the server, the state of the answer is known.
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
        // The connection may recover in a moment.
        failure = { error };
      }
    }
    if (failure) throw failure.error;
    return undefined;
  }
}
