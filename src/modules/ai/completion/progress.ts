import type { ImageModelV4Usage, LanguageModelV4Message, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { AppError } from '#core/errors.ts';
import type { ToolCallRecord, WrittenRecord } from '../tools/tool.ts';
import { type AskedModel, readUsage, sumOf, type Usage, type UsagePart } from '../usage/token-usage.ts';
import type { CalledTool } from './call-tool.ts';

/** The model that failed and was replaced by the failover model. */
export interface FailedOver {
  readonly model: string;
  readonly provider: string;
  readonly error: { readonly code: string; readonly message: string };
}

/** The state of a running completion. The log needs it however the completion ends. */
export class Progress {
  /** The model in use. */
  model: AskedModel;
  failedOver: FailedOver | undefined;
  iterations = 0;
  text = '';
  /** The parsed answer, when the request has a schema. */
  object: unknown;
  finishReason: string | undefined;
  firstTokenAt: Date | undefined;
  providerRequestId: string | undefined;
  readonly toolCalls: ToolCallRecord[] = [];
  /** The new messages, for the history of a conversation. Every tool call in it has its result. */
  readonly messages: LanguageModelV4Message[] = [];
  /** The records that each tool result wrote, keyed by the message that has the results. */
  readonly written = new Map<LanguageModelV4Message, readonly (WrittenRecord | null)[]>();
  readonly #used: UsagePart[] = [];

  constructor(model: AskedModel) {
    this.model = model;
  }

  get usage(): Usage {
    return sumOf(this.#used.map(({ usage }) => usage));
  }

  /** Usage is counted by model, because models have different prices. */
  get usageParts(): readonly UsagePart[] {
    return this.#used;
  }

  addUsage(usage: LanguageModelV4Usage): void {
    this.#used.push({ model: this.model, usage: readUsage(usage) });
  }

  /** Adds the usage of an answer that was not completed, as far as it was reported. */
  addReportedUsage(usage: Usage): void {
    this.#used.push({ model: this.model, usage });
  }

  addImageUsage({ inputTokens = 0, outputTokens = 0 }: Partial<ImageModelV4Usage> = {}): void {
    const usage = { promptTokens: inputTokens, completionTokens: outputTokens, cachedTokens: 0 };
    this.#used.push({ model: this.model, usage: { ...usage, totalTokens: inputTokens + outputTokens } });
  }

  /** Adds the results of the tools that one answer called. */
  addToolResults(called: readonly CalledTool[]): void {
    const message: LanguageModelV4Message = { role: 'tool', content: called.map(({ result }) => result) };
    this.messages.push(message);
    this.written.set(
      message,
      called.map(({ record }) => record.written ?? null),
    );
  }

  failOver(model: AskedModel, { code, message }: AppError): void {
    this.failedOver = { model: this.model.modelId, provider: this.model.family, error: { code, message } };
    this.model = model;
  }
}
