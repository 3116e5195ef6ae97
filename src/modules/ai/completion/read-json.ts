import { isJsonObject, requireJsonDepth } from '#lib/json.ts';

/** Matches the depth allowed for a request body. Checks and logs recurse over the value, so a deeper one could overflow the stack. */
export const maxAnswerDepth = 64;

/** Parses JSON from a language model. Throws when the text is not JSON or is nested too deeply. */
export function parseAnswer(text: string): unknown {
  requireJsonDepth(text, maxAnswerDepth);
  return JSON.parse(text);
}

/**
 * Parses a JSON object; undefined when the text is not one. An empty text counts as an empty object, because some
 * models send that.
 */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value = parseAnswer(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
