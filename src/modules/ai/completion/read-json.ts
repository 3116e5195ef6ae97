import { isJsonObject } from '#lib/json.ts';

/** A JSON object; undefined when the text is none. An empty text counts as an empty object: some models send that. */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
