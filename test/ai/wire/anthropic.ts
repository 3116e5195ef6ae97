import type { Json } from '../../harness.ts';
import {
  argsObject,
  argsText,
  newCallId,
  type ScriptedAnswer,
  sse,
  stopOf,
  type Wire,
  words,
} from './scripted-answer.ts';

const reasons = { calls: 'tool_use', filtered: 'refusal', end: 'end_turn' };
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' };
const inputTokens = ({ noUsage }: ScriptedAnswer) => (noUsage ? 0 : 10);
const outputTokens = ({ noUsage }: ScriptedAnswer) => (noUsage ? 0 : 5);

/** POST /messages of Anthropic. */
export const anthropic: Wire = {
  whole: (said) => ({
    ...head,
    content: [
      ...(said.thoughts === undefined ? [] : [{ type: 'thinking', thinking: said.thoughts, signature: 'c2ln' }]),
      ...(said.text === undefined ? [] : [{ type: 'text', text: said.text }]),
      ...(said.calls ?? []).map(({ name, args }) => ({
        type: 'tool_use',
        id: newCallId(),
        name,
        input: argsObject(args),
      })),
    ],
    stop_reason: stopOf(said, reasons),
    stop_sequence: null,
    usage: { input_tokens: inputTokens(said), output_tokens: outputTokens(said) },
  }),
  streamed: (said) => {
    const event = (type: string, data: Json) => sse({ type, ...data }, type);
    const texts = words(said.text);
    const thoughts = words(said.thoughts);
    const textIndex = thoughts.length > 0 ? 1 : 0;
    const offset = textIndex + (texts.length > 0 ? 1 : 0);
    return [
      event('message_start', {
        message: {
          ...head,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: inputTokens(said), output_tokens: 0 },
        },
      }),
      ...(thoughts.length === 0
        ? []
        : [
            event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
            ...thoughts.map((thinking) =>
              event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking } }),
            ),
            event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } }),
            event('content_block_stop', { index: 0 }),
          ]),
      ...(texts.length === 0
        ? []
        : [
            event('content_block_start', { index: textIndex, content_block: { type: 'text', text: '' } }),
            ...texts.map((text) =>
              event('content_block_delta', { index: textIndex, delta: { type: 'text_delta', text } }),
            ),
            event('content_block_stop', { index: textIndex }),
          ]),
      ...(said.calls ?? []).flatMap(({ name, args }, n) => [
        event('content_block_start', {
          index: offset + n,
          content_block: { type: 'tool_use', id: newCallId(), name, input: {} },
        }),
        event('content_block_delta', {
          index: offset + n,
          delta: { type: 'input_json_delta', partial_json: argsText(args) },
        }),
        event('content_block_stop', { index: offset + n }),
      ]),
      event('message_delta', {
        delta: { stop_reason: stopOf(said, reasons), stop_sequence: null },
        usage: { output_tokens: outputTokens(said) },
      }),
      event('message_stop', {}),
    ];
  },
};
