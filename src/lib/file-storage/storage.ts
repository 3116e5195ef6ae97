import type { Readable } from 'node:stream';

/** Both ends are included, as in the Range header. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The object is not there: somebody removed it behind our back. */
export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`the stored object ${key} is missing`);
  }
}

/** Where the contents of files are kept. Keys are ours: `<tenant>/<uuid>`. An object is written once and never changed. */
export interface FileStorage {
  /**
   * Streams an object to storage. It can be read, and survives a crash, when the promise resolves. A chunk is not used any more when
   * the next one is asked for: its memory may be freed then.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Throws ObjectMissingError before the first byte if the object is not there. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
}
