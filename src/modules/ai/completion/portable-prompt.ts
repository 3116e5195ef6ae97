import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Family } from '../configuration/families.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/**
 * The history in a form that a family accepts. Reasoning is signed by its provider, and other providers refuse it.
 * Other provider options mean nothing to them either, so both are removed.
 */
export function portablePrompt(prompt: LanguageModelV4Prompt, family: Family): LanguageModelV4Prompt {
  const messages = prompt.flatMap((message): LanguageModelV4Message[] => {
    if (message.role !== 'assistant') return [message];
    const content = message.content.flatMap((part) => portablePart(part, family) ?? []);
    return content.length === 0 ? [] : [{ ...message, content }];
  });
  if (family !== 'google') return messages;
  // Google accepts system messages only at the beginning.
  const isSystem = ({ role }: LanguageModelV4Message) => role === 'system';
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))];
}

function portablePart(part: AssistantPart, family: Family): AssistantPart | undefined {
  const { providerOptions, ...rest } = part;
  const own = providerOptions?.[family];
  if (part.type === 'reasoning' && !own) return undefined;
  return (own ? { ...rest, providerOptions: { [family]: own } } : rest) as AssistantPart;
}
