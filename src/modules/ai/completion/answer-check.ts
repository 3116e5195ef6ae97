import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { Errors } from 'typebox/schema';
import { TimeLimitExceeded, withTimeLimit } from '#lib/time-limit.ts';
import type { Progress } from './progress.ts';
import { maxAnswerDepth, parseAnswer } from './read-json.ts';

/** The reason why an answer is rejected. The message continues a sentence. */
export interface AnswerProblem {
  readonly message: string;
  /** True when asking again cannot help. */
  readonly final?: boolean;
}

/** Parses the text of `progress` into its `object`, or returns the problem. */
export type AnswerCheck = (progress: Progress) => Promise<AnswerProblem | undefined>;

/**
 * The schema comes from a client and could make the check take very long; meanwhile the process answers no other
 * request.
 */
const maxCheckMs = 100;

export const askAgain = ({ message }: AnswerProblem): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text: `Your answer cannot be used: ${message}. Answer again, with the JSON alone.` }],
});

/** Parses the answer as JSON that matches the schema. */
export const schemaAnswer =
  (schema: object): AnswerCheck =>
  async (progress) => {
    const unfinished = unfinishedReasons.get(progress.finishReason ?? '');
    if (unfinished !== undefined) return { message: unfinished, final: true };
    const value = readAnswer(progress.text);
    if (value === undefined) return { message: `it is not JSON of at most ${maxAnswerDepth} levels` };
    const problem = mismatch(schema, value);
    if (problem === undefined) progress.object = value;
    return problem;
  };

const unfinishedReasons: ReadonlyMap<string, string> = new Map([
  ['length', 'it was cut off, because it reached maxTokens'],
  ['content-filter', 'a content filter of the provider ended it'],
  ['tool-iterations', 'it still called tools after eight answers'],
]);

/** Accepts JSON in a Markdown code block, because some models answer that way. */
function readAnswer(text: string): unknown {
  const json = text
    .trim()
    .replace(/^```(?:json)?\s*\n/, '')
    .replace(/\n\s*```$/, '');
  try {
    return parseAnswer(json);
  } catch {
    return undefined;
  }
}

function mismatch(schema: object, value: unknown): AnswerProblem | undefined {
  try {
    const [, errors] = withTimeLimit(maxCheckMs, () => Errors(schema as never, value));
    const [error] = errors;
    return error && { message: `${error.instancePath || 'the value'} ${error.message}` };
  } catch (error) {
    if (error instanceof TimeLimitExceeded || error instanceof RangeError)
      return { message: 'checking it by responseSchema takes too long', final: true };
    throw error;
  }
}
