import { isJsonObject, requireJsonDepth } from '#lib/json.ts';

/** Matches the depth allowed for a request body. Checks and logs recurse over the value, so a deeper one could overflow the stack. */
export const maxAnswerDepth = 64;

/** A value of a language model. Throws when the text is no JSON, or nested too deep. */
export function parseAnswer(text: string): unknown {
  requireJsonDepth(text, maxAnswerDepth);
  return JSON.parse(text);
}

/** A JSON object; undefined when the text is none. An empty text counts as an empty object: some models send that. */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value = parseAnswer(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
