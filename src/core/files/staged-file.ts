import { createHash, type Hash } from 'node:crypto';
import type { FileStorage } from '#lib/file-storage/storage.ts';
import { newId } from '#lib/ids.ts';
import { type Context, laneOf, outsideTransaction, type TransactionContext, withoutClient } from '../context.ts';
import { AppError } from '../errors.ts';
import {
  addContent,
  addUpload,
  bytesInUse,
  deleteUpload,
  listedUploads,
  lockUpload,
  reserveBytes,
} from './contents.ts';
import { mediaTypeOf, safeFileName, sniffedBytes } from './file-type.ts';

declare module '../page.ts' {
  interface FormVisit {
    /** The uploaded files, for pages that accept files. */
    readonly uploads: readonly StagedFile[];
  }
}

declare module '../context.ts' {
  interface Services {
    readonly fileStorage: FileStorage;
  }
  interface Settings {
    readonly files: {
      /** The maximum size of one file. */
      readonly maxSize: number;
      /** The maximum size of all files of a tenant. */
      readonly quota: number;
    };
  }
  interface Context {
    /** The uploaded files of the request. */
    readonly uploads?: readonly StagedFile[];
  }
}

/** A file as a client sends it. */
export interface IncomingFile {
  readonly name: string;
  /** The type that the client declares. The content decides. */
  readonly declaredType: string;
  /** The content. A chunk is valid only until the next one is requested. */
  readonly content: AsyncIterable<Buffer>;
  /** The part name in the body, for files of a form. */
  readonly part?: string;
  /** The maximum size, when it is below that of all files. */
  readonly maxSize?: number | undefined;
  /** The hash of the content, when it is already known. */
  readonly sha256?: string | undefined;
  /** The key in storage, from `newStorageKey`, when the caller must know it even if this process dies meanwhile. */
  readonly storageKey?: string;
}

/** A file in storage that no record uses yet. */
export interface StagedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly part?: string;
}

const tooLarge = (maxSize: number, why: string): AppError =>
  new AppError('payload_too_large', `A file may have ${maxSize.toLocaleString('en')} bytes at most${why}.`);

const quotaExceeded = (quota: number): AppError =>
  new AppError(
    'quota_exceeded',
    `The files of this account may have ${quota.toLocaleString('en')} bytes in all (FILE_QUOTA); delete some, or ask the operator for more.`,
  );

const inTenant = <T>(context: Context, run: (tx: TransactionContext['tx']) => Promise<T>): Promise<T> =>
  laneOf(outsideTransaction(context)).transaction(context.caller.tenantId, run);

export const newStorageKey = ({ caller }: Context): string => `${caller.tenantId}/${newId()}`;

/** Streams a file to storage, and computes its size, hash and type. Memory contains at most one chunk. */
export async function stageFile(context: Context, incoming: IncomingFile): Promise<StagedFile> {
  const { name, declaredType, content, part } = incoming;
  const { tenantId } = context.caller;
  const { fileStorage, settings } = context.services;
  const { quota } = settings.files;
  const maxSize = Math.min(incoming.maxSize ?? Number.POSITIVE_INFINITY, settings.files.maxSize);
  const why = maxSize === settings.files.maxSize ? ' (FILE_MAX_SIZE)' : ' here';
  const { storageKey = newStorageKey(context) } = incoming;
  const room = await inTenant(context, async (tx) => {
    await addUpload(tx, tenantId, storageKey);
    return quota - (await bytesInUse(tx, tenantId));
  });
  const hash = incoming.sha256 === undefined ? createHash('sha256') : undefined;
  let size = 0;
  let start: Buffer = Buffer.alloc(0);
  const measured = async function* () {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > maxSize) throw tooLarge(maxSize, why);
      // The exact check is made with the record. This one stops a long upload early.
      if (size > room) throw quotaExceeded(quota);
      if (start.length < sniffedBytes) start = Buffer.concat([start, chunk.subarray(0, sniffedBytes - start.length)]);
      hash?.update(chunk);
      yield chunk;
    }
  };
  try {
    await fileStorage.write(storageKey, measured());
    const mimeType = await mediaTypeOf(start, declaredType);
    const sha256 = incoming.sha256 ?? (hash as Hash).digest('hex');
    const found = { name: safeFileName(name), storageKey, size, sha256, mimeType };
    return { ...found, ...(part !== undefined && { part }) };
  } catch (error) {
    await discardFiles(context, [{ storageKey }]);
    throw error;
  }
}

/**
 * Removes the objects of files that no record uses: the write failed, was a dry run, or the content already existed.
 * The database decides which objects are unused: when a connection breaks during a commit, only the database knows
 * whether the record was written.
 */
export async function discardFiles(given: Context, files: readonly Pick<StagedFile, 'storageKey'>[]): Promise<void> {
  // The client has often disconnected, which is why its upload broke off.
  const context = withoutClient(given);
  const { tenantId } = context.caller;
  const { fileStorage, log } = context.services;
  for (const { storageKey } of files) {
    try {
      await inTenant(context, async (tx) => {
        if (!(await lockUpload(tx, tenantId, storageKey))) return;
        await fileStorage.remove(storageKey);
        await deleteUpload(tx, tenantId, storageKey);
      });
    } catch (error) {
      // The object stays listed in file_uploads, so the cleaning job removes it later.
      log.warn(`the object of an unfinished upload was not removed: ${(error as Error).message}`);
    }
  }
}

/** Does the same for many files, most of which records use: one statement finds the unused ones. */
export async function discardUntaken(given: Context, files: readonly Pick<StagedFile, 'storageKey'>[]): Promise<void> {
  const context = withoutClient(given);
  const keys = files.map(({ storageKey }) => storageKey);
  try {
    const left = await inTenant(context, (tx) => listedUploads(tx, context.caller.tenantId, keys));
    await discardFiles(
      context,
      files.filter(({ storageKey }) => left.has(storageKey)),
    );
  } catch (error) {
    // The objects stay listed in file_uploads, so the cleaning job removes them later.
    context.services.log.warn(`unfinished uploads were not looked for: ${(error as Error).message}`);
  }
}

/** Makes a staged file the content of the records that the transaction writes. Returns its key in storage. */
export async function takeFile({ tx, caller, services }: TransactionContext, file: StagedFile): Promise<string> {
  const { tenantId } = caller;
  const { quota } = services.settings.files;
  const storageKey = await addContent(tx, tenantId, file);
  if (storageKey !== file.storageKey) return storageKey;
  if (!(await reserveBytes(tx, tenantId, file.size, quota))) throw quotaExceeded(quota);
  await deleteUpload(tx, tenantId, storageKey);
  return storageKey;
}
