import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { Errors } from 'typebox/schema';
import { TimeLimitExceeded, withTimeLimit } from '#lib/time-limit.ts';
import type { Progress } from './progress.ts';
import { maxAnswerDepth, parseAnswer } from './read-json.ts';

/** Why an answer cannot be used. The message continues a sentence. */
export interface AnswerProblem {
  readonly message: string;
  /** The same question would give the same problem. */
  readonly final?: boolean;
}

/** Reads the text of `progress` into its `object`, or says what is wrong with it. */
export type AnswerCheck = (progress: Progress) => Promise<AnswerProblem | undefined>;

/** The schema is written by a client, so a check of an answer could take for ever, and nobody else is answered meanwhile. */
const maxCheckMs = 100;

export const askAgain = ({ message }: AnswerProblem): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text: `Your answer cannot be used: ${message}. Answer again, with the JSON alone.` }],
});

/** Reads the answer as JSON that matches the schema. */
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
