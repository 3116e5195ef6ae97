import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Context } from '#core/context.ts';
import type { Family, Route } from '../configuration/families.ts';
import { isOutage, providerError } from '../providers/provider-error.ts';
import type { OfferedTool } from '../tools/tool.ts';
import { Outage } from './outage.ts';
import { portablePrompt } from './portable-prompt.ts';
import type { Progress } from './progress.ts';
import { ReportedUsage } from './reported-usage.ts';
import { generateStep, type Step, streamStep } from './step.ts';
import { tooSlow, waitBeforeRetry } from './with-retries.ts';

/** A model that is ready to be called. */
export interface OpenedModel {
  readonly route: Route;
  readonly model: LanguageModelV4;
}

export interface CallOptions {
  readonly tools: readonly OfferedTool[];
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly responseSchema?: object | undefined;
  /** True when the caller wants text chunks as they arrive. */
  readonly streamed: boolean;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

/**
 * The library itself reports the start of the stream, and raw chunks may be keep-alives, so neither proves that the
 * provider works.
 */
const contentless: ReadonlySet<string> = new Set(['stream-start', 'raw']);

export const aborted = (signal: AbortSignal): Error => signal.reason ?? new Error('aborted');

/**
 * One answer of the model. Retries errors that may be temporary, as long as no part of the answer was sent on. Throws
 * an Outage when another provider may be asked instead.
 */
export async function* callModel(
  context: Context,
  { model, route: { family } }: OpenedModel,
  options: CallOptions,
  prompt: LanguageModelV4Prompt,
  progress: Progress,
): AsyncGenerator<{ readonly text: string }, Step> {
  const { signal } = options;
  const { timeoutMs } = context.services.settings.ai;
  const deadline = Date.now() + timeoutMs;
  for (let tries = 1; ; tries += 1) {
    const idle = new IdleTimeout(deadline - Date.now(), timeoutMs);
    const reported = new ReportedUsage(family);
    let sent = false;
    let ended = false;
    try {
      const given = optionsFor(family, options, prompt, AbortSignal.any([signal, idle.signal]));
      if (!options.streamed) {
        const step = await generateStep(model, given);
        progress.firstTokenAt ??= new Date();
        return step;
      }
      const parts = streamStep(model, given, (part) => {
        reported.add(part);
        // Any part of an answer shows that the provider works, even reasoning and tool arguments, which are not sent to
        // the client.
        if (!contentless.has(part.type)) idle.restart();
      });
      for (;;) {
        const { done, value } = await parts.next();
        if (done) {
          ended = true;
          return value;
        }
        progress.firstTokenAt ??= new Date();
        sent = true;
        yield { text: value };
      }
    } catch (error) {
      if (signal.aborted) throw aborted(signal);
      const late = idle.signal.aborted;
      const waitMs = sent || late ? undefined : waitBeforeRetry(error, tries, deadline);
      if (waitMs === undefined) {
        const reason = late ? tooSlow(family, timeoutMs) : providerError(family, error);
        throw !sent && (late || isOutage(error)) ? new Outage(reason) : reason;
      }
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) throw aborted(signal);
    } finally {
      idle.stop();
      // Count the usage too when the client disconnected early: the provider bills it.
      if (!ended && reported.usage) progress.addReportedUsage(reported.usage);
    }
  }
}

/** Aborts when no part arrives for a time. The first part has until the deadline of all tries. */
class IdleTimeout {
  readonly #controller = new AbortController();
  readonly #betweenMs: number;
  #timer: NodeJS.Timeout;
  #begun = false;

  constructor(firstMs: number, betweenMs: number) {
    this.#betweenMs = betweenMs;
    this.#timer = this.#start(firstMs);
  }

  #start(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    if (this.#begun) this.#timer.refresh();
    else {
      this.stop();
      this.#timer = this.#start(this.#betweenMs);
      this.#begun = true;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function optionsFor(
  family: Family,
  { tools, maxTokens, temperature, responseSchema }: CallOptions,
  prompt: LanguageModelV4Prompt,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  return {
    prompt: portablePrompt(prompt, family),
    abortSignal,
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(responseSchema && {
      responseFormat: { type: 'json', name: 'answer', schema: responseSchema as never },
      // The strict mode of OpenAI refuses most schemas. The answer is validated here.
      providerOptions: { openai: { strictJsonSchema: false } },
    }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: input as never,
      })),
    }),
  };
}
