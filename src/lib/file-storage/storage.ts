import type { Readable } from 'node:stream';

/** A range of bytes, both ends inclusive, as in the Range header. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Thrown when an object is missing, because it was removed outside the platform. */
export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`the stored object ${key} is missing`);
  }
}

/** Stores the contents of files. Keys are ours: `<tenant>/<uuid>`. An object is written once and never changed. */
export interface FileStorage {
  /**
   * Streams an object to storage. When the promise resolves, the object is readable and survives a crash. A chunk is
   * not used after the next one is requested, so its memory may be freed then.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Throws ObjectMissingError before the first byte if the object does not exist. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes an object. A missing object is not an error. */
  remove(key: string): Promise<void>;
}
