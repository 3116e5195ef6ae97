import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { type AnswerCheck, askAgain } from './answer-check.ts';
import { aborted, type CallOptions, callModel, type OpenedModel } from './call-model.ts';
import { type CalledTool, callNotRun, callTool, maxCallsOfAnswer, type ToolCallRecord } from './call-tool.ts';
import { bothFailed, Outage } from './outage.ts';
import type { Progress } from './progress.ts';
import type { Step } from './step.ts';

/** The maximum of model calls in one request. */
const maxIterations = 8;

export interface CompletionRequest extends CallOptions {
  readonly prompt: LanguageModelV4Prompt;
  readonly opened: OpenedModel;
  /** Opens the failover model; undefined when there is none. */
  readonly openSecond: () => Promise<OpenedModel | undefined>;
  /**
   * Parses and checks the text of the answer. The model is asked once more when the answer is rejected, with the
   * reason.
   */
  readonly checkAnswer?: AnswerCheck | undefined;
}

export type CompletionPart =
  | { readonly text: string }
  | { readonly toolCall: { readonly tool: string; readonly input: unknown } }
  | { readonly toolResult: ToolCallRecord };

/**
 * Calls the model, runs the tools that it calls, sends it the results and calls it again, until it answers without a
 * tool call. Tools run for the caller of the context. Yields what happens; `progress` has the result.
 */
export async function* complete(
  context: Context,
  request: CompletionRequest,
  progress: Progress,
): AsyncGenerator<CompletionPart, void> {
  const current: CurrentModel = { opened: request.opened };
  let corrections = 0;
  for (;;) {
    progress.iterations += 1;
    const step: Step = yield* ask(context, request, current, progress);
    progress.addUsage(step.usage);
    progress.providerRequestId = step.providerRequestId ?? progress.providerRequestId;
    if (step.text !== '') progress.text = step.text;
    const isLast = progress.iterations === maxIterations;
    const calls = step.toolCalls;
    const content = validContent(step, isLast);
    if (content.length > 0) progress.messages.push({ role: 'assistant', content });
    if (calls.length === 0 || isLast) {
      progress.finishReason = calls.length === 0 ? step.finishReason : 'tool-iterations';
      const { family } = progress.model;
      if (step.finishReason === 'error') throw new AppError('ai_provider_error', `${family} ended with an error.`);
      const problem = await request.checkAnswer?.(progress);
      if (problem === undefined) return;
      if (isLast || corrections === 1 || problem.final)
        throw new AppError('ai_provider_error', `The answer of ${family} cannot be used: ${problem.message}.`);
      corrections += 1;
      progress.messages.push(askAgain(problem));
      continue;
    }
    yield* runTools(context, request, step, progress);
  }
}

/**
 * The content of an answer that is valid in the history. Providers refuse tool calls without a result, so the last
 * answer loses its tool calls. They also refuse reasoning without content after it, which a truncated answer may end
 * with.
 */
function validContent({ content }: Step, isLast: boolean): Step['content'][number][] {
  const kept = content.filter(({ type }) => !isLast || type !== 'tool-call');
  return kept.slice(0, kept.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

/** The model in use. It changes when its provider fails. */
interface CurrentModel {
  opened: OpenedModel;
}

/**
 * One answer. When the provider fails, the failover model gives it, and stays in use for the rest of the completion.
 */
async function* ask(
  context: Context,
  request: CompletionRequest,
  current: CurrentModel,
  progress: Progress,
): AsyncGenerator<CompletionPart, Step> {
  const prompt = [...request.prompt, ...progress.messages];
  try {
    return yield* callModel(context, current.opened, request, prompt, progress);
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    const second = progress.failedOver ? undefined : await request.openSecond();
    if (!second) throw error.reason;
    progress.failOver(second.route, error.reason);
    current.opened = second;
    try {
      return yield* callModel(context, second, request, prompt, progress);
    } catch (again) {
      if (request.signal.aborted) throw again;
      throw bothFailed(error.reason, again);
    }
  }
}

/**
 * Runs the tools one after the other, in the order of the model, because a call may rely on what the previous one
 * wrote. Calls above the maximum get a result that says so. When the client disconnects, the remaining calls are not
 * run.
 */
async function* runTools(
  context: Context,
  { tools, signal }: CompletionRequest,
  { toolCalls }: Step,
  progress: Progress,
): AsyncGenerator<CompletionPart, void> {
  const called: CalledTool[] = [];
  try {
    for (const [index, call] of toolCalls.entries()) {
      if (signal.aborted) break;
      yield { toolCall: { tool: call.toolName, input: call.input } };
      const isRun = index < maxCallsOfAnswer;
      const done = isRun ? await callTool(context, tools, call) : callNotRun(call, 'too_many_calls');
      progress.toolCalls.push(done.record);
      called.push(done);
      yield { toolResult: done.record };
    }
  } finally {
    progress.addToolResults([...called, ...toolCalls.slice(called.length).map((call) => callNotRun(call, 'aborted'))]);
  }
  if (signal.aborted) throw aborted(signal);
}
