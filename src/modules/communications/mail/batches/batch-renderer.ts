import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#core/errors.ts';
import type { Queryable } from '#db/database.ts';
import type { ByteBudget } from '#lib/byte-budget.ts';
import { ThreadEndedError } from '#lib/threads/index.ts';
import { ContentError } from '../content/template/content-error.ts';
import type { Rendered, Scope } from '../content/template/mail-content.ts';
import type { CompiledContent, ContentCache } from '../content/thread/content-cache.ts';
import { BatchStopped } from './pause-batch.ts';
import { readBatchContent } from './sql/batch-content.ts';

/** Largest number of mails that are sent to a thread together. Slow or long mails are sent in smaller groups. */
const maxMails = 25;
const busyWaitMs = 1000;
/** Retries of mails whose thread ended because of another task or a busy machine. */
const maxRetries = 3;
/** A single mail with very long data fails alone. Several such mails mean that the template is too large for everybody. */
const maxTooLarge = 2;

interface WaitingMail {
  readonly scope: Scope;
  readonly answer: PromiseWithResolvers<Rendered>;
}

interface RendererParts {
  readonly db: Queryable;
  readonly contents: ContentCache;
  /** Rendered mails that wait to be sent. */
  readonly memory: ByteBudget;
  readonly tenantId: string;
  readonly batchId: string;
}

/** Renders the mails of a batch. Mails that come while others are rendered go to the thread together, which saves most of the messages. */
export class BatchRenderer {
  readonly #parts: RendererParts;
  #waiting: WaitingMail[] = [];
  #running = false;
  #tooLarge = 0;
  #compiled: CompiledContent | undefined;

  constructor(parts: RendererParts) {
    this.#parts = parts;
  }

  /**
   * Throws `BatchStopped` when the template exceeds a limit or cannot be compiled, and a `ContentError` when only this
   * mail is wrong.
   */
  render(scope: Scope): Promise<Rendered> {
    const answer = Promise.withResolvers<Rendered>();
    this.#waiting.push({ scope, answer });
    if (!this.#running) void this.#run();
    return answer.promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Mails that are added in the same turn belong together.
    await Promise.resolve();
    let retries = 0;
    while (this.#waiting.length > 0) {
      try {
        await this.#parts.memory.room();
        await this.#renderSome();
        retries = 0;
      } catch (error) {
        // True when the tenant has too many tasks for the threads: other batches, or previews.
        const isBusy = error instanceof AppError && error.code === 'rate_limited';
        if (error instanceof ThreadEndedError) retries += 1;
        if (isBusy || (error instanceof ThreadEndedError && retries <= maxRetries)) await sleep(busyWaitMs);
        else for (const { answer } of this.#waiting.splice(0)) answer.reject(stopping(error));
      }
    }
    this.#running = false;
  }

  async #renderSome(): Promise<void> {
    this.#compiled ??= await this.#compile();
    const some = this.#waiting.slice(0, maxMails);
    const results = await this.#compiled.renderBatch(some.map(({ scope }) => scope));
    this.#waiting.splice(0, results.length);
    for (const [n, result] of results.entries()) {
      const answer = some[n]?.answer;
      if (result instanceof ContentError) answer?.reject(this.#isForAll(result) ? stopping(result) : result);
      else answer?.resolve(result);
    }
  }

  /** True when the other mails of the batch will fail as well. */
  #isForAll({ isLimit, isSlow }: ContentError): boolean {
    if (isLimit) this.#tooLarge += 1;
    return isSlow || (isLimit && this.#tooLarge > maxTooLarge);
  }

  async #compile(): Promise<CompiledContent> {
    const { db, contents, tenantId, batchId } = this.#parts;
    return contents.get(await readBatchContent(db, tenantId, batchId), tenantId);
  }
}

const stopping = (error: unknown): unknown =>
  error instanceof ContentError
    ? new BatchStopped(
        `A mail could not be rendered: ${error.message} Correct the template and send a new mailing, or resume this one.`,
      )
    : error;
