import { createHash } from 'node:crypto';
import { SizedLruMap } from '#lib/lru.ts';
import { type CompiledContent, compileContent, type MailContent } from './compile.ts';

/** Compiled templates by their content, so a changed template is never served from the cache. */
export class ContentCache {
  readonly #compiled: SizedLruMap<string, CompiledContent>;
  readonly #compiling = new Map<string, Promise<CompiledContent>>();

  constructor(capacityBytes: number) {
    this.#compiled = new SizedLruMap(capacityBytes);
  }

  /** Throws a `ContentError`, which is not cached. Calls for the same content at the same time compile it once. */
  get(content: MailContent): Promise<CompiledContent> {
    const key = keyOf(content);
    const compiled = this.#compiled.get(key);
    if (compiled !== undefined) return Promise.resolve(compiled);
    const started = this.#compiling.get(key) ?? this.#compile(key, content);
    this.#compiling.set(key, started);
    return started;
  }

  get bytes(): number {
    return this.#compiled.bytes;
  }

  async #compile(key: string, content: MailContent): Promise<CompiledContent> {
    try {
      const compiled = await compileContent(content);
      this.#compiled.set(key, compiled, compiled.bytes);
      return compiled;
    } finally {
      this.#compiling.delete(key);
    }
  }
}

function keyOf({ subject, html, text, format, previewText }: MailContent): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, html, text, format, previewText]))
    .digest('base64');
}
