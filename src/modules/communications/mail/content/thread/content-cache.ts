import { createHash } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import { SizedLruMap } from '#lib/lru.ts';
import { TaskLimitError, ThreadPool } from '#lib/threads/index.ts';
import { ContentError, type ContentField } from '../template/content-error.ts';
import { limits, threadLimits } from '../template/limits.ts';
import type { MailContent, PreparedContent, Rendered, Scope, Variables } from '../template/mail-content.ts';
import type { ContentAnswer, ContentFault, ContentTask, RenderResult } from './content-tasks.ts';

type ContentPool = ThreadPool<ContentTask, ContentAnswer>;

/** A compiled template of a tenant. */
export interface CompiledContent {
  readonly variables: Variables;
  /** Throws a `ContentError` when a limit is hit. */
  render(scope: Scope): Promise<Rendered>;
  /**
   * Renders the first mails of these, at least one, each within the shorter limit for batches. A failed mail has an
   * error in its place.
   */
  renderBatch(scopes: readonly Scope[]): Promise<(Rendered | ContentError)[]>;
}

/** Longer templates are sent to a thread only when it does not have them. */
const alwaysSentLength = 64_000;

/** Estimates for the scheduler, which runs small tasks first. */
const expected = { compileMsPerKb: 2, renderMs: 1 };

interface Entry {
  readonly key: string;
  readonly prepared: PreparedContent;
  readonly variables: Variables;
  readonly field: ContentField;
}

/**
 * Caches compiled templates by their content, so a changed template is never served from the cache. Threads that all
 * tenants share fairly compile and render. This process keeps only the texts of the templates; the threads keep the
 * parsed ones.
 */
export class ContentCache {
  readonly #entries: SizedLruMap<string, Entry>;
  readonly #compiling = new Map<string, Promise<Entry>>();
  readonly #pool: ContentPool;

  constructor(capacityBytes: number, pool = createContentPool()) {
    this.#entries = new SizedLruMap(capacityBytes);
    this.#pool = pool;
  }

  /** Throws a `ContentError`. Concurrent calls of a tenant for the same content compile it once. */
  async get(content: MailContent, tenantId: string): Promise<CompiledContent> {
    requireSizes(content);
    const key = keyOf(content);
    const known = this.#entries.get(key);
    if (known) return this.#compiled(known, tenantId);
    const compilingKey = `${tenantId}/${key}`;
    const compiling = this.#compiling.get(compilingKey) ?? this.#compile(key, content, tenantId);
    this.#compiling.set(compilingKey, compiling);
    try {
      return this.#compiled(await compiling, tenantId);
    } finally {
      this.#compiling.delete(compilingKey);
    }
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  /** Ends the threads. */
  close(): void {
    this.#pool.close();
  }

  async #compile(key: string, content: MailContent, tenantId: string): Promise<Entry> {
    const field: ContentField = content.html ? 'html' : 'text';
    const sourceLength = lengthOf(content);
    const answer = await this.#run({ kind: 'compile', key, content }, tenantId, field, {
      timeMs: threadLimits.compileMs,
      expectedMs: (sourceLength / 1000) * expected.compileMsPerKb,
    });
    if ('fault' in answer) throw contentError(answer.fault);
    if (!('prepared' in answer)) throw new Error('The thread did not compile the template.');
    const { prepared, variables } = answer;
    const entry = { key, prepared, variables, field };
    const names = variables.reduce((sum, path) => sum + path.join('').length + pathBytes, 0);
    this.#entries.set(key, entry, (lengthOf(prepared) + names) * 2);
    return entry;
  }

  #compiled(entry: Entry, tenantId: string): CompiledContent {
    return {
      variables: entry.variables,
      render: async (scope) => {
        const [result] = await this.#render(entry, tenantId, [scope], limits.renderMs);
        if (result && 'rendered' in result) return result.rendered;
        throw result ? contentError(result.fault) : new Error('The thread rendered nothing.');
      },
      renderBatch: async (scopes) => {
        const results = await this.#render(entry, tenantId, scopes, limits.batchRenderMs);
        if (results.length === 0) throw new Error('The thread rendered nothing.');
        return results.map((one) => ('rendered' in one ? one.rendered : contentError(one.fault)));
      },
    };
  }

  async #render(entry: Entry, tenantId: string, scopes: readonly Scope[], renderMs: number) {
    const { key, field, prepared } = entry;
    const task = { kind: 'render', key, scopes, renderMs } as const;
    const options = { timeMs: threadLimits.renderMs, expectedMs: expected.renderMs };
    const isShort = lengthOf(prepared) <= alwaysSentLength;
    let answer = await this.#run({ ...task, prepared: isShort ? prepared : undefined }, tenantId, field, options);
    if ('isUnknown' in answer) answer = await this.#run({ ...task, prepared }, tenantId, field, options);
    if ('fault' in answer) throw contentError(answer.fault);
    if (!('results' in answer)) throw new Error('The thread did not render the template.');
    return answer.results as readonly RenderResult[];
  }

  async #run(
    task: ContentTask,
    tenantId: string,
    field: ContentField,
    options: { timeMs: number; expectedMs: number },
  ): Promise<ContentAnswer> {
    try {
      return await this.#pool.run(task, { ...options, share: tenantId, key: `${tenantId}/${task.key}/${task.kind}` });
    } catch (error) {
      throw error instanceof TaskLimitError ? limitError(error, field, task.kind) : error;
    }
  }
}

/** Memory of a path besides its characters. */
const pathBytes = 100;

const createContentPool = (): ContentPool =>
  new ThreadPool({
    file: new URL('./content-thread.ts', import.meta.url),
    work: 'mail templates',
    heapMb: threadLimits.heapMb,
    threads: 3,
    idleMs: 30_000,
  });

/** Checks sizes before a text of any length is copied to a thread. */
function requireSizes(content: MailContent): void {
  for (const name of ['subject', 'html', 'text', 'previewText'] as const) {
    if (Buffer.byteLength(content[name] ?? '') <= limits.templateBytes) continue;
    const field: ContentField = name === 'previewText' ? 'html' : name;
    throw new ContentError(field, `${name} is larger than ${limits.templateBytes} bytes. Shorten it.`, true);
  }
}

function limitError({ limit, message }: TaskLimitError, field: ContentField, kind: ContentTask['kind']): Error {
  if (limit === 'busy') return new AppError('rate_limited', message, [], { 'retry-after': '5' });
  const what = kind === 'compile' ? 'Compiling' : 'Rendering';
  const remedy =
    kind === 'compile'
      ? 'Use fewer elements, and fewer and simpler CSS rules.'
      : 'Use fewer or shorter loops and lists.';
  return new ContentError(
    field,
    `${field}: ${what} ${limit === 'time' ? 'takes too long' : 'needs too much memory'}. ${remedy}`,
    true,
    true,
  );
}

const contentError = ({ field, message, isLimit, isSlow }: ContentFault): ContentError =>
  new ContentError(field, message, isLimit, isSlow);

const lengthOf = (texts: { subject: string; html?: string | null; text?: string | null }): number =>
  texts.subject.length + (texts.html?.length ?? 0) + (texts.text?.length ?? 0);

function keyOf({ subject, html, text, format, previewText }: MailContent): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, html, text, format, previewText]))
    .digest('base64');
}
