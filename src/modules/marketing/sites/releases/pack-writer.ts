import type { Context } from '#core/context.ts';
import { type StagedFile, stageFile } from '#core/files/staged-file.ts';
import type { Slice } from './manifest.ts';

/** One write to the disk for many files: a thousand pages in three encodings would else wait three thousand times for the disk. */
const maxPackBytes = 32_000_000;

/** Collects the files of a release in packs, and writes each pack to storage when it is full. */
export class PackWriter {
  readonly #context: Context;
  readonly #firstPack: number;
  readonly #staged: StagedFile[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** `firstPack`: how many packs of earlier releases the manifest has. */
  constructor(context: Context, firstPack: number) {
    this.#context = context;
    this.#firstPack = firstPack;
  }

  /** Packs that are in storage. Discard them when the release is not made. */
  get staged(): readonly StagedFile[] {
    return this.#staged;
  }

  async add(bytes: Buffer): Promise<Slice> {
    if (this.#bytes > 0 && this.#bytes + bytes.length > maxPackBytes) await this.flush();
    const slice: Slice = [this.#firstPack + this.#staged.length, this.#bytes, bytes.length];
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    return slice;
  }

  /** Writes the last pack. */
  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#bytes = 0;
    const content = async function* () {
      yield* chunks;
    };
    const declaredType = 'application/octet-stream';
    this.#staged.push(await stageFile(this.#context, { name: 'release.pack', declaredType, content: content() }));
  }
}
