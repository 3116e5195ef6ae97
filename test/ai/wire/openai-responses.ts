import type { Json } from '../../harness.ts';
import { argsText, newCallId, type ScriptedAnswer, sse, type Wire, words } from './scripted-answer.ts';

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};
const head = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'gpt-4o' };

const message = (text: string): Json => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});

const functionCalls = (calls: ScriptedAnswer['calls'] = []): Json[] =>
  calls.map(({ name, args }) => {
    const id = newCallId();
    return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: argsText(args), status: 'completed' };
  });

const end = ({ filtered, noUsage }: ScriptedAnswer): Json => ({
  ...head,
  status: filtered ? 'incomplete' : 'completed',
  incomplete_details: filtered ? { reason: 'content_filter' } : null,
  error: null,
  ...(!noUsage && { usage }),
});

/** POST /responses of OpenAI. */
export const openaiResponses: Wire = {
  whole: (said) => ({
    ...end(said),
    output: [...(said.text === undefined ? [] : [message(said.text)]), ...functionCalls(said.calls)],
  }),
  streamed: (said) => {
    let sequence = 0;
    const event = (type: string, data: Json) => {
      sequence += 1;
      return sse({ type, sequence_number: sequence, ...data }, type);
    };
    const texts = words(said.text);
    const offset = texts.length > 0 ? 1 : 0;
    return [
      event('response.created', { response: { ...head, status: 'in_progress', output: [] } }),
      ...(offset === 0
        ? []
        : [
            event('response.output_item.added', { output_index: 0, item: { ...message(''), content: [] } }),
            ...texts.map((delta) =>
              event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta }),
            ),
            event('response.output_item.done', { output_index: 0, item: message(said.text ?? '') }),
          ]),
      ...functionCalls(said.calls).flatMap((item, n) => [
        event('response.output_item.added', { output_index: offset + n, item: { ...item, arguments: '' } }),
        event('response.function_call_arguments.delta', {
          item_id: item.id,
          output_index: offset + n,
          delta: item.arguments,
        }),
        event('response.output_item.done', { output_index: offset + n, item }),
      ]),
      event(said.filtered ? 'response.incomplete' : 'response.completed', { response: end(said) }),
    ];
  },
};
