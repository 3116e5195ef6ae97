import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import { AppError } from '#core/errors.ts';

/** A part of a multipart body. */
type FormPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly fileName: string;
      readonly type: string;
      /** The content. A chunk is freed when the next one is requested. */
      readonly content: AsyncIterable<Buffer>;
    };

const maxFields = 100;
const maxNameLength = 200;
/** The maximum size of all fields together, which equals that of a JSON body. */
const maxFieldBytes = 1024 * 1024;

const tooLarge = (message: string): AppError => new AppError('payload_too_large', message);

/**
 * Reads the parts of a multipart body in their order. The content of a file must be read before the next part is
 * requested. When the reader stops early, the rest of the body is discarded, so that the client can receive the answer.
 */
export async function* formParts(request: IncomingMessage, maxFiles: number): AsyncGenerator<FormPart> {
  const parser = await openParser(request, maxFiles);
  const queue = new PartQueue();
  fillQueue(queue, parser, maxFiles);
  const onClose = () => {
    if (!request.readableEnded) queue.fail(new AppError('bad_request', 'The upload broke off before its end.'));
  };
  request.on('close', onClose).on('error', onClose);
  try {
    if (request.destroyed) onClose();
    else request.pipe(parser);
    for (let part = await queue.next(); part; part = await queue.next()) yield part;
  } finally {
    request.unpipe(parser);
    queue.close();
    request.resume();
  }
}

async function openParser({ headers }: IncomingMessage, maxFiles: number): Promise<BusboyInstance> {
  // Loaded with the first upload.
  const { Busboy } = await import('@fastify/busboy');
  const parts = maxFields + maxFiles;
  const limits = { fields: maxFields, files: maxFiles, parts, fieldSize: maxFieldBytes, headerPairs: 50 };
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch (error) {
    throw notMultipart(error);
  }
}

function fillQueue(queue: PartQueue, parser: BusboyInstance, maxFiles: number): void {
  let fieldBytes = 0;
  const tooManyFields = () => queue.fail(tooLarge(`One request takes ${maxFields} fields at most.`));
  parser
    .on('field', (name: string | undefined, value, _nameTruncated, valueTruncated) => {
      fieldBytes += Buffer.byteLength(value);
      if (valueTruncated || fieldBytes > maxFieldBytes)
        queue.fail(tooLarge(`The fields of a form may have ${maxFieldBytes.toLocaleString('en')} bytes in all.`));
      else queue.add({ name: name ?? '', value });
    })
    .on('file', (name: string | undefined, content, fileName: string | undefined, _encoding, type) =>
      queue.addFile({ name: name ?? '', fileName: fileName ?? '', type, content: freeChunks(content) }, content),
    )
    .on('filesLimit', () =>
      queue.fail(tooLarge(`One request takes ${maxFiles === 1 ? 'one file' : `${maxFiles} files`} at most.`)),
    )
    .on('fieldsLimit', tooManyFields)
    .on('partsLimit', tooManyFields)
    .on('error', (error: unknown) => queue.fail(notMultipart(error)))
    .on('finish', () => queue.finish());
}

/**
 * Frees the memory of a chunk once it is stored. If the garbage collector had to free it, an upload would make it mark
 * the whole heap every 23 MB, because buffers count for its limit: that took a third of the processor time of an
 * upload.
 */
async function* freeChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    yield chunk;
    const memory = chunk.buffer as ArrayBuffer;
    // Otherwise another part of the body, or a pool, uses the rest of the memory.
    if (memory.byteLength === chunk.byteLength) memory.transfer(0);
  }
}

const notMultipart = (error: unknown): AppError =>
  new AppError('bad_request', `The body is not valid multipart/form-data: ${(error as Error).message}.`);

/** Parts that the parser has found and that were not read yet. One chunk of the body may contain several. */
class PartQueue {
  readonly #parts: FormPart[] = [];
  #file: Readable | undefined;
  #failure: Error | undefined;
  #finished = false;
  #wake = () => {};

  addFile(part: FormPart, content: Readable): void {
    this.#file = content;
    // The content may fail before the reader has started with it.
    content.on('error', () => {});
    this.add(part);
  }

  add(part: FormPart): void {
    const { name } = part;
    if (name === '') this.fail(new AppError('bad_request', 'A part has no name.'));
    else if (name.length > maxNameLength || name in Object.prototype)
      this.fail(new AppError('bad_request', 'A part has a name that is not allowed.'));
    else this.#parts.push(part);
    this.#wake();
  }

  /** Throws the error in the reader at once: from the file that it is reading, or instead of the next part. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#file?.destroy(this.#failure);
    this.#wake();
  }

  finish(): void {
    this.#finished = true;
    this.#wake();
  }

  /** The next part; undefined after the last one. */
  async next(): Promise<FormPart | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const part = this.#parts.shift();
      if (part || this.#finished) return part;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#file?.destroy();
  }
}
