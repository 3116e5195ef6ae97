import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { type AnswerCheck, askAgain } from './answer-check.ts';
import { aborted, type CallOptions, callModel, type OpenedModel } from './call-model.ts';
import { type CalledTool, callNotRun, callTool, maxCallsOfAnswer, type ToolCallRecord } from './call-tool.ts';
import { bothFailed, Outage } from './outage.ts';
import type { Progress } from './progress.ts';
import type { Step } from './step.ts';

/** Calls of the model in one request. */
const maxIterations = 8;

export interface CompletionRequest extends CallOptions {
  readonly prompt: LanguageModelV4Prompt;
  readonly opened: OpenedModel;
  /** Opens the model that is asked when the first one fails; undefined when there is none. */
  readonly openSecond: () => Promise<OpenedModel | undefined>;
  /** Reads and checks the text of the answer. One that is refused is asked for once more, with the reason. */
  readonly checkAnswer?: AnswerCheck | undefined;
}

export type CompletionPart =
  | { readonly text: string }
  | { readonly toolCall: { readonly tool: string; readonly input: unknown } }
  | { readonly toolResult: ToolCallRecord };

/**
 * Asks the model, runs the tools that it calls, tells it the results and asks again, until it answers without calling a
 * tool. Tools run for the caller of the context. Yields what happens; `progress` has the result.
 */
export async function* complete(
  context: Context,
  request: CompletionRequest,
  progress: Progress,
): AsyncGenerator<CompletionPart, void> {
  const asking: Asking = { opened: request.opened };
  let corrections = 0;
  for (;;) {
    progress.iterations += 1;
    const step: Step = yield* ask(context, request, asking, progress);
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
 * An answer as the history takes it. Providers refuse tool calls without a result, so those of the last answer are left out, and
 * thoughts that nothing follows, as an answer has them that was cut off.
 */
function validContent({ content }: Step, isLast: boolean): Step['content'][number][] {
  const kept = content.filter(({ type }) => !isLast || type !== 'tool-call');
  return kept.slice(0, kept.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

/** The model that is asked, which changes when its provider fails. */
interface Asking {
  opened: OpenedModel;
}

/** One answer, by the second model when the first one fails. The second one then goes on with the completion. */
async function* ask(
  context: Context,
  request: CompletionRequest,
  asking: Asking,
  progress: Progress,
): AsyncGenerator<CompletionPart, Step> {
  const prompt = [...request.prompt, ...progress.messages];
  try {
    return yield* callModel(context, asking.opened, request, prompt, progress);
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    const second = progress.failedOver ? undefined : await request.openSecond();
    if (!second) throw error.reason;
    progress.failOver(second.route, error.reason);
    asking.opened = second;
    try {
      return yield* callModel(context, second, request, prompt, progress);
    } catch (again) {
      if (request.signal.aborted) throw again;
      throw bothFailed(error.reason, again);
    }
  }
}

/**
 * One after the other, in the order of the model: a call may rely on what the one before it wrote. Those beyond the most that are run
 * get a result that says so. When the client leaves, the others are not run.
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
