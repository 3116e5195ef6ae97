import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { readJson } from './read-json.ts';

type AssistantPart = Extract<LanguageModelV4CallOptions['prompt'][number], { role: 'assistant' }>['content'][number];

/** One answer of the model. */
export interface Step {
  /** The content for the next call, with everything that the provider needs back, such as signatures of reasoning. */
  readonly content: readonly AssistantPart[];
  readonly text: string;
  readonly toolCalls: readonly LanguageModelV4ToolCall[];
  readonly finishReason: string;
  readonly usage: LanguageModelV4Usage;
  readonly providerRequestId: string | undefined;
}

export async function generateStep(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<Step> {
  const { content, finishReason, usage, response }: LanguageModelV4GenerateResult = await model.doGenerate(options);
  return stepOf(content, finishReason.unified, usage, response?.id);
}

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * Works like `generateStep`, but yields text chunks as they arrive. `onPart` gets every part and the raw chunks of the
 * provider.
 */
export async function* streamStep(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  onPart: (part: LanguageModelV4StreamPart) => void,
): AsyncGenerator<string, Step> {
  const { stream } = await model.doStream({ ...options, includeRawChunks: true });
  const blocks = new Blocks();
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  let responseId: string | undefined;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    onPart(part);
    if (part.type === 'finish') finish = part;
    else if (part.type === 'response-metadata') responseId = part.id;
    else if (part.type === 'text-delta' && part.delta !== '') yield part.delta;
    blocks.add(part);
  }
  if (!finish) throw new Error('the stream ended before the answer was complete');
  return stepOf(blocks.content, finish.finishReason.unified, finish.usage, responseId);
}

type Block = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Assembles the parts of a stream. */
class Blocks {
  readonly content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, Mutable<Block>>();

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const block: Mutable<Block> = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' };
        this.#open.set(part.id, block);
        this.content.push(block);
        keep(block, part.providerMetadata);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const block = this.#open.get(part.id);
        if (!block) break;
        block.text += part.delta;
        keep(block, part.providerMetadata);
        break;
      }
      case 'text-end':
      case 'reasoning-end': {
        const block = this.#open.get(part.id);
        if (block) keep(block, part.providerMetadata);
        break;
      }
      case 'tool-call':
        this.content.push(part);
    }
  }
}

function keep(block: Mutable<Block>, metadata: Block['providerMetadata']): void {
  if (metadata !== undefined) block.providerMetadata = { ...block.providerMetadata, ...metadata };
}

function stepOf(
  parts: readonly LanguageModelV4Content[],
  finishReason: string,
  usage: LanguageModelV4Usage | undefined,
  providerRequestId: string | undefined,
): Step {
  const toolCalls = parts.filter((part) => part.type === 'tool-call');
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const content = parts.flatMap((part) => assistantPart(part) ?? []);
  return { content, text, toolCalls, finishReason, usage: usage ?? noUsage, providerRequestId };
}

/** Converts a part to the form that the provider needs back. Other parts, such as sources, are not sent again. */
function assistantPart(part: LanguageModelV4Content): AssistantPart | undefined {
  const options = 'providerMetadata' in part && part.providerMetadata && { providerOptions: part.providerMetadata };
  switch (part.type) {
    case 'text':
      return part.text === '' ? undefined : { type: 'text', text: part.text, ...options };
    case 'reasoning':
      return { type: 'reasoning', text: part.text, ...options };
    case 'tool-call': {
      const { toolCallId, toolName } = part;
      // Providers refuse arguments that are not JSON. The result of the call reports the error.
      return { type: 'tool-call', toolCallId, toolName, input: readJson(part.input) ?? {}, ...options };
    }
    default:
      return undefined;
  }
}
