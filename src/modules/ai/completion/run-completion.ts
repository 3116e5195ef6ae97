import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { clientLeft } from '#core/action.ts';
import { type Context, outsideTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { type Route, routeOf } from '../configuration/families.ts';
import {
  type Configuration,
  readConfiguration,
  rememberedConfiguration,
  requireModelName,
} from '../configuration/read-configuration.ts';
import type { Approval } from '../configuration/setting-shapes.ts';
import { cappedTokens, requireAllowedModel } from '../limits/model-limits.ts';
import { credentialsFor } from '../providers/credentials.ts';
import { openModel } from '../providers/open-model.ts';
import { toolsFor } from '../tools/offered/tools-for.ts';
import { type AnswerCheck, schemaAnswer } from './answer-check.ts';
import { type CompletionPart, complete } from './complete.ts';
import { CompletionLog, ConfigurationChanged, type NewLog, type Operation } from './completion-log.ts';
import { logRefusal } from './log-refusal.ts';
import { openFailoverModel } from './open-failover-model.ts';
import { Progress } from './progress.ts';
import { requireJsonSchema } from './structured/check-schema.ts';

export interface CompletionInput {
  readonly operation: Operation;
  /** Defaults to the setting ai.defaultModel. */
  readonly model?: string | undefined;
  /** The field of the request that names the model, for errors. */
  readonly modelField?: string;
  readonly prompt: LanguageModelV4Prompt | ((modelId: string) => LanguageModelV4Prompt);
  readonly platformTools: boolean;
  /** Whether writes of tools need approval. */
  readonly approval?: Approval | undefined;
  readonly conversationId?: string | undefined;
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly responseSchema?: object | undefined;
  /** A check of the answer in addition to its schema. */
  readonly checkAnswer?: AnswerCheck;
  readonly signal: AbortSignal;
}

export interface Completion {
  readonly id: string;
  /** Holds the answer and the model that gave it. */
  readonly progress: Progress;
  /** Runs the completion. The log is closed when it ends, throws, or is abandoned early. */
  parts(): AsyncGenerator<CompletionPart, void>;
  /** Closes the log when the client disconnected, even before the first part was read. Does nothing after the end. */
  leave(): Promise<void>;
}

/** Checks the model, its key and the limits, and creates the log record. Iterating over `parts` calls the provider. */
export async function startCompletion(
  given: Context,
  input: CompletionInput,
  known?: Configuration,
): Promise<Completion> {
  const context = outsideTransaction(given);
  if (input.responseSchema) requireJsonSchema(input.responseSchema);
  const remembered = known ? undefined : rememberedConfiguration(context);
  if (remembered) {
    try {
      return await start(context, input, remembered, remembered.stamp);
    } catch (error) {
      // Retry with a fresh configuration: the remembered one may refuse what is allowed by now.
      if (!(error instanceof ConfigurationChanged || error instanceof AppError)) throw error;
    }
  }
  const current = known ?? (await readConfiguration(context));
  return logRefusal(
    context,
    current,
    () => newLog(current, input),
    () => start(context, input, current),
  );
}

async function start(
  context: Context,
  input: CompletionInput,
  configuration: Configuration,
  stamp?: string,
): Promise<Completion> {
  const { limits } = configuration;
  const route = routeOfInput(configuration, input);
  requireAllowedModel(limits, route);
  const credentials = credentialsFor(context, configuration, route.family);
  const { conversationId, signal, approval } = input;
  const prompt = promptFor(input, route);
  const tools = input.platformTools ? await toolsFor(context, { approval, conversationId }, configuration) : [];
  const streamed = isStreamed(input);
  const log = await CompletionLog.open(context, newLog(configuration, input, prompt), configuration, stamp);
  const progress = new Progress(route);
  async function* run(): AsyncGenerator<CompletionPart, void> {
    const request = {
      ...input,
      prompt,
      maxTokens: cappedTokens(limits, input.maxTokens),
      opened: { route, model: await openModel(route, credentials) },
      openSecond: () => openFailoverModel(context, configuration, route),
      checkAnswer: answerCheck(input),
      tools,
      streamed,
    };
    // Mark writes of tools as made by the language model for the caller.
    yield* complete({ ...context, via: { kind: 'ai' as const, id: log.id } }, request, progress);
  }
  return { id: log.id, progress, ...withLog(log, progress, signal, run) };
}

const routeOfInput = (configuration: Configuration, { model, modelField }: CompletionInput): Route =>
  routeOf(requireModelName(configuration, model, modelField));

const promptFor = ({ prompt }: CompletionInput, { modelId }: Route): LanguageModelV4Prompt =>
  typeof prompt === 'function' ? prompt(modelId) : prompt;

const isStreamed = ({ operation }: CompletionInput): boolean => operation === 'chatStream';

/** Returns the values that the log has from the start. */
function newLog(configuration: Configuration, input: CompletionInput, prompt?: LanguageModelV4Prompt): NewLog {
  const route = routeOfInput(configuration, input);
  const { operation, conversationId, platformTools } = input;
  const messages = (prompt ?? promptFor(input, route)).map(shown);
  return { operation, route, conversationId, platformTools, streamed: isStreamed(input), request: { messages } };
}

/** Closes the log of a completion once, however it ends. */
function withLog(
  log: CompletionLog,
  progress: Progress,
  signal: AbortSignal,
  run: () => AsyncGenerator<CompletionPart, void>,
): Pick<Completion, 'parts' | 'leave'> {
  let ended = false;
  const end = async (close: () => Promise<void>) => {
    if (ended) return;
    ended = true;
    await close();
  };
  const leave = () => end(() => log.failed(progress, undefined, true));
  async function* parts(): AsyncGenerator<CompletionPart, void> {
    try {
      yield* run();
      await end(() => log.succeeded(progress));
    } catch (error) {
      await end(() => log.failed(progress, error, clientLeft(signal)));
      throw error;
    } finally {
      await leave();
    }
  }
  return { parts, leave };
}

/** Runs a completion to its end. */
export async function finish(completion: Completion): Promise<Progress> {
  for await (const _part of completion.parts());
  return completion.progress;
}

/** Checks the schema first, because the other check relies on it. */
function answerCheck({ responseSchema, checkAnswer }: CompletionInput): AnswerCheck | undefined {
  if (!responseSchema) return checkAnswer;
  const bySchema = schemaAnswer(responseSchema);
  return async (progress) => (await bySchema(progress)) ?? checkAnswer?.(progress);
}

/** A message as the log shows it: its role and its text. */
function shown({ role, content }: LanguageModelV4Message): { role: string; content: string } {
  if (typeof content === 'string') return { role, content };
  return { role, content: content.map((part) => ('text' in part ? String(part.text) : `[${part.type}]`)).join('') };
}
