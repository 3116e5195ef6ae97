import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** The context window in tokens, by the prefix of the model's name. */
const windows: readonly (readonly [string, number])[] = [
  ['gpt-3.5', 16_000],
  ['gpt-4.1', 1_000_000],
  ['gpt-4', 128_000],
  ['gpt-5', 400_000],
  ['claude-', 200_000],
  ['gemini-', 1_000_000],
];
const defaultWindow = 128_000;
/**
 * The history and the new message may fill this share of the context window. The tools and the answer need the rest.
 */
const share = 0.6;
/** English text has four characters per token; other languages and JSON have fewer. */
const charactersPerToken = 3;
const omitted = { type: 'text', value: '[left out: the conversation became too long]' } as const;

const windowOf = (modelId: string): number =>
  windows.find(([beginning]) => modelId.startsWith(beginning))?.[1] ?? defaultWindow;

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/**
 * Cuts a history to what fits the context window beside the new messages: first the results of old tool calls, then the
 * oldest messages. The rest begins with a user message, so that every tool result follows its call.
 */
export function trimHistory(
  history: LanguageModelV4Prompt,
  modelId: string,
  added: LanguageModelV4Prompt = [],
): LanguageModelV4Prompt {
  const budget = windowOf(modelId) * share * charactersPerToken - sizeOf(added);
  // Only the end of a very long conversation is read, and it may begin within an answer. Start at a user message.
  const begin = history.findIndex(({ role }) => role === 'user');
  const messages = begin === -1 ? [] : history.slice(begin);
  let size = sizeOf(messages);
  for (let index = 0; size > budget && index < messages.length; index += 1) {
    const message = messages[index];
    if (message?.role !== 'tool') continue;
    const content = message.content.map((part) => (part.type === 'tool-result' ? { ...part, output: omitted } : part));
    const shorter = { ...message, content };
    size -= sizeOf(message) - sizeOf(shorter);
    messages[index] = shorter;
  }
  let from = 0;
  while (size > budget && from < messages.length) {
    do {
      size -= sizeOf(messages[from]);
      from += 1;
    } while (from < messages.length && messages[from]?.role !== 'user');
  }
  return messages.slice(from);
}
