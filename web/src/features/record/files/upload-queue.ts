import { useSyncExternalStore } from 'react';
import type { RecordData } from '~/api/records.ts';
import { uploadFile } from '~/api/upload.ts';

export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly sentBytes: number;
  readonly error?: unknown;
}

export interface UploadTarget {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Browsers allow six connections to a server, and the page needs some of them. */
const maxSending = 3;

/** The uploads to one record. They continue while the person opens other pages of the console. */
class UploadQueue {
  #uploads: readonly Upload[] = [];
  #lastKey = 0;
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  readonly #target: UploadTarget;
  onUploaded: (record: RecordData) => void = () => {};

  constructor(target: UploadTarget) {
    this.#target = target;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly uploads = (): readonly Upload[] => this.#uploads;

  add(files: Iterable<File>): void {
    const added = Array.from(files, (file): Upload => {
      this.#lastKey += 1;
      return { key: this.#lastKey, file, state: 'waiting', sentBytes: 0 };
    });
    this.#set([...this.#uploads, ...added]);
    this.#next();
  }

  retry(key: number): void {
    this.#change(key, { state: 'waiting', sentBytes: 0, error: undefined });
    this.#next();
  }

  /** Cancels an upload, or removes a failed one from the list. */
  remove(key: number): void {
    this.#running.get(key)?.abort();
    this.#set(this.#uploads.filter((upload) => upload.key !== key));
  }

  #next(): void {
    for (const { key, file, state } of this.#uploads) {
      if (this.#running.size >= maxSending) return;
      if (state === 'waiting') this.#send(key, file);
    }
  }

  async #send(key: number, file: File): Promise<void> {
    const abort = new AbortController();
    this.#running.set(key, abort);
    this.#change(key, { state: 'sending' });
    try {
      const record = await uploadFile(this.#target.path, file, {
        fields: this.#target.fields,
        onProgress: (sentBytes) => this.#change(key, { sentBytes }),
        signal: abort.signal,
      });
      this.onUploaded(record);
      this.#set(this.#uploads.filter((upload) => upload.key !== key));
    } catch (error) {
      // A cancelled upload is no longer in the list, so this changes nothing.
      this.#change(key, { state: 'failed', error });
    } finally {
      this.#running.delete(key);
      this.#next();
    }
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

const queues = new Map<string, UploadQueue>();

/** The upload queue of a record, and its entries. */
export function useUploads(target: UploadTarget, onUploaded: (record: RecordData) => void) {
  const name = JSON.stringify(target);
  const queue = queues.get(name) ?? new UploadQueue(target);
  queues.set(name, queue);
  queue.onUploaded = onUploaded;
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) };
}
