import { argsText, newCallId, type ScriptedAnswer, sse, stopOf, type Wire, words } from './scripted-answer.ts';

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const reasons = { calls: 'tool_calls', filtered: 'content_filter', end: 'stop' };
const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'gpt-4o' };

const toolCalls = (calls: ScriptedAnswer['calls'] = []) =>
  calls.map(({ name, args }, index) => ({
    index,
    id: newCallId(),
    type: 'function',
    function: { name, arguments: argsText(args) },
  }));

/** POST /chat/completions of OpenAI. */
export const openaiChat: Wire = {
  whole: (said) => ({
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.text ?? null,
          ...(said.calls?.length && { tool_calls: toolCalls(said.calls) }),
        },
        finish_reason: stopOf(said, reasons),
      },
    ],
    ...(!said.noUsage && { usage }),
  }),
  streamed: (said) => {
    const event = (more: object) => sse({ ...head, object: 'chat.completion.chunk', ...more });
    const chunk = (delta: unknown, finish: string | null = null) =>
      event({ choices: [{ index: 0, delta, finish_reason: finish }] });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...words(said.text).map((content) => chunk({ content })),
      ...toolCalls(said.calls).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, stopOf(said, reasons)),
      ...(said.noUsage ? [] : [event({ choices: [], usage })]),
      sse('[DONE]'),
    ];
  },
};
