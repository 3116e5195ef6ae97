import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, withoutClient } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { settleAll } from '#lib/settle-all.ts';
import { type Configuration, configurationKeys } from '../configuration/read-configuration.ts';
import { countedIds, requireWithinLimits } from '../limits/daily-limits.ts';
import { aiCompletionLogs } from '../model-names.ts';
import { costOf } from '../usage/cost.ts';
import type { AskedModel } from '../usage/token-usage.ts';
import type { Progress } from './progress.ts';
import { runningCompletions } from './running-completions.ts';
import { beginRunning, type Conditions, commitWithoutDisk, endRunning, isRefused } from './sql/running.ts';
import { withoutContent } from './without-content.ts';

export type Operation =
  | 'completion'
  | 'chat'
  | 'chatStream'
  | 'summarize'
  | 'draftEmail'
  | 'extract'
  | 'query'
  | 'imageGeneration'
  | 'imageSearch'
  | 'mcp';

export interface NewLog {
  readonly operation: Operation;
  /** The model and its provider. */
  readonly route: AskedModel;
  readonly conversationId?: string | undefined;
  readonly platformTools: boolean;
  readonly streamed: boolean;
  /** The messages of the request. */
  readonly request: unknown;
}

/** Thrown when the configuration has changed since it was read. The caller reads it again. */
export class ConfigurationChanged extends Error {}

/**
 * The record of a completion. It is created before the provider is called, and closed however the call ends. It also
 * counts the completion for the daily limits.
 */
export class CompletionLog {
  readonly id = newId();
  readonly startedAt = new Date();
  readonly #context: Context;
  readonly #configuration: Configuration;
  /**
   * Users charged for this completion. MCP clients pay for their own language model, so nobody is charged for their
   * calls.
   */
  #userIds: readonly string[] = [];
  /** The day for whose limits it counts. */
  #day: string | null = null;
  /** The values of a record that is written only when the call has ended. */
  #unwritten: NewLog | undefined;

  private constructor(context: Context, configuration: Configuration) {
    // The log is closed even when the client has disconnected.
    this.#context = withAllAccess(withoutClient(context));
    this.#configuration = configuration;
  }

  /**
   * Throws when a daily limit is reached, and `ConfigurationChanged` when the stored configuration has another stamp.
   */
  static async open(
    context: Context,
    given: NewLog,
    configuration: Configuration,
    stamp?: string,
  ): Promise<CompletionLog> {
    const log = new CompletionLog(context, configuration);
    await log.#insert(given, stamp);
    return log;
  }

  /**
   * The log of a call that only reads. One statement inserts the complete record when the call has ended, because
   * nothing needs its id before. A process that dies meanwhile leaves no record, and has sent no answer.
   */
  static atEnd(context: Context, given: NewLog, configuration: Configuration): CompletionLog {
    const log = new CompletionLog(context, configuration);
    log.#unwritten = given;
    return log;
  }

  /** The texts are stored unless the tenant has switched that off. */
  get #keepsContent(): boolean {
    return this.#configuration.keepContent !== false;
  }

  #begun({ route, request, conversationId, ...given }: NewLog) {
    const { caller, requestId } = this.#context;
    return {
      ...given,
      model: route.modelId,
      provider: route.family,
      conversationId: conversationId ?? null,
      status: 'running',
      userId: caller.userId,
      startedAt: this.startedAt.toISOString(),
      requestId,
      contentKept: this.#keepsContent,
      ...(this.#keepsContent && { request: request as never }),
    };
  }

  async #insert(given: NewLog, stamp: string | undefined): Promise<void> {
    const { tenantId } = this.#context.caller;
    const values = this.#begun(given);
    this.#userIds = given.operation === 'mcp' ? [] : countedIds(this.#context);
    const { limits } = this.#configuration;
    const begin = (conditions?: Conditions) =>
      inTransaction(this.#context, async (within) => {
        const [use] = await settleAll([
          beginRunning(within.tx, tenantId, this.id, this.#userIds, configurationKeys, conditions),
          insertMany(within, aiCompletionLogs(within), [{ id: this.id, values }], { commit: conditions !== undefined }),
        ]);
        if (!conditions) {
          if (stamp !== undefined && use[0]?.stamp !== stamp) throw new ConfigurationChanged();
          requireWithinLimits(limits, use);
        }
        return use;
      });
    // This takes one round trip. Only a refused request runs again, statement by statement, to find the reason.
    const use = await begin({ limits, stamp }).catch((error) => {
      if (!isRefused(error)) throw error;
      return begin();
    });
    this.#day = use[0]?.day ?? null;
    this.#context.services.of(runningCompletions).add(tenantId, this.id);
  }

  succeeded(progress: Progress): Promise<void> {
    return this.#close(progress, { status: 'succeeded' });
  }

  /** The provider, the server or the client ended the completion. */
  failed(progress: Progress, error: unknown, aborted: boolean): Promise<void> {
    const reason = aborted
      ? { code: 'aborted', message: 'The client left before the answer was complete.' }
      : { code: error instanceof AppError ? error.code : 'internal', message: (error as Error).message.slice(0, 2000) };
    return this.#close(progress, {
      status: aborted ? 'aborted' : 'failed',
      finishReason: aborted ? 'aborted' : 'error',
      error: reason,
    });
  }

  #ended(progress: Progress) {
    const finishedAt = new Date();
    const { usage, usageParts, model, failedOver, iterations, text, toolCalls, firstTokenAt, providerRequestId } =
      progress;
    return {
      finishReason: progress.finishReason ?? null,
      ...usage,
      model: model.modelId,
      provider: model.family,
      iterations,
      cost: costOf(this.#configuration.prices, usageParts),
      firstTokenAt: firstTokenAt?.toISOString() ?? null,
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - this.startedAt.getTime(),
      providerRequestId: providerRequestId ?? null,
      ...(failedOver && { failedOver }),
      changes: toolCalls.filter(({ written }) => written).length,
      toolCalls: this.#keepsContent ? toolCalls : toolCalls.map(withoutContent),
      ...(this.#keepsContent && { response: { text } }),
    };
  }

  async #close(progress: Progress, outcome: Readonly<Record<string, unknown>>): Promise<void> {
    const { caller, services } = this.#context;
    const ended = { ...this.#ended(progress), ...outcome };
    if (this.#unwritten) return this.#insertEnded({ ...this.#begun(this.#unwritten), ...ended });
    services.of(runningCompletions).delete(caller.tenantId, this.id);
    await inTransaction(this.#context, (within) =>
      settleAll([
        endRunning(within.tx, caller.tenantId, this.id, {
          userIds: this.#userIds,
          day: this.#day,
          tokens: progress.usage.totalTokens,
          // A completion that wrote records must be as durable as those records, so that it can be undone.
          waitsForDisk: ended.changes > 0,
        }),
        updateMany(within, aiCompletionLogs(within), [{ id: this.id, values: ended as never }], { commit: true }),
      ]),
    );
  }

  async #insertEnded(values: Readonly<Record<string, unknown>>): Promise<void> {
    await inTransaction(this.#context, (within) =>
      settleAll([
        commitWithoutDisk(within.tx),
        insertMany(within, aiCompletionLogs(within), [{ id: this.id, values: values as never }], { commit: true }),
      ]),
    );
  }
}
