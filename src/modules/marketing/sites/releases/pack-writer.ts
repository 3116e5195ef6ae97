import type { Context } from '#core/context.ts';
import { type StagedFile, stageFile } from '#core/files/staged-file.ts';
import type { Slice } from './manifest.ts';

/**
 * One write to the disk for many files. Without packs, a thousand pages in three encodings would wait three thousand
 * times for the disk. Larger packs would save nothing: the pages of such a website are in three packs.
 */
const maxPackBytes = 4_000_000;

const chunkBytes = 256 * 1024;

/** Collects the files of a release in packs, and writes each full pack to storage. */
export class PackWriter {
  readonly #context: Context;
  readonly #firstPack: number;
  readonly #staged: StagedFile[] = [];
  /**
   * Copies of the files. Keeping their buffers until the pack was written took 64 MB for a thousand pages, which malloc
   * did not return.
   */
  readonly #pack = Buffer.allocUnsafeSlow(maxPackBytes);
  #bytes = 0;

  /** `firstPack` is the number of packs of earlier releases in the manifest. */
  constructor(context: Context, firstPack: number) {
    this.#context = context;
    this.#firstPack = firstPack;
  }

  /** Packs in storage. Discard them when the release fails. */
  get staged(): readonly StagedFile[] {
    return this.#staged;
  }

  /** Copies the bytes and frees their buffer, so the caller must not use the buffer afterwards. */
  async take(bytes: Buffer): Promise<Slice> {
    if (this.#bytes + bytes.length > maxPackBytes) await this.flush();
    const slice: Slice = [this.#firstPack + this.#staged.length, this.#bytes, bytes.length];
    if (bytes.length > maxPackBytes) await this.#write(bytes);
    else {
      bytes.copy(this.#pack, this.#bytes);
      this.#bytes += bytes.length;
    }
    free(bytes);
    return slice;
  }

  /** Writes the last pack. */
  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    await this.#write(this.#pack.subarray(0, this.#bytes));
    this.#bytes = 0;
  }

  async #write(bytes: Buffer): Promise<void> {
    const content = async function* () {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    };
    const declaredType = 'application/octet-stream';
    this.#staged.push(await stageFile(this.#context, { name: 'release.pack', declaredType, content: content() }));
  }
}

/** Frees a buffer, unless it is small and shares its memory with others. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
