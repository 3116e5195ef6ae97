import type { SiteAnswer } from '#core/site-server.ts';
import { hasTag, requestedRange } from '#lib/byte-range.ts';
import type { FileStorage } from '#lib/file-storage/storage.ts';
import { SizedLruMap } from '#lib/lru.ts';
import type { FileEntry } from '../releases/manifest.ts';
import { openFile, readFile, type SiteEncoding } from '../releases/read-file.ts';
import { policyText } from '../rendering/policy.ts';
import type { LiveSite } from './site-store.ts';

const maxCachedBytes = 64_000_000;
/** Larger files are streamed from storage. */
const maxCachedFile = 1_000_000;

type Headers = Readonly<Record<string, string | number>>;

/** A file with the headers of its answers. */
interface PreparedFile {
  readonly etag: string;
  readonly headers: Headers;
  readonly notModified: SiteAnswer;
  readonly found: SiteAnswer;
}

interface FileQuery {
  readonly site: LiveSite;
  readonly path: string;
  readonly entry: FileEntry;
  readonly encoding: SiteEncoding | undefined;
  /** True when the page shares its origin with the console. */
  readonly isolated: boolean;
  /** True when visitors get different pages at this address. */
  readonly varies: boolean;
}

interface PartHeaders {
  readonly ifNoneMatch: string | undefined;
  readonly range: string;
  readonly ifRange: string | undefined;
}

/**
 * True for files that are also sent in parts. Pages are sent whole: they are small, and visitors may get different ones
 * at one address.
 */
export const hasParts = ({ type }: FileEntry): boolean => !type.startsWith('text/html');

/** Answers requests with files of releases. Small files are kept in memory with their headers. */
export class FileAnswers {
  readonly #storage: FileStorage;
  readonly #prepared = new SizedLruMap<string, PreparedFile>(maxCachedBytes);
  readonly #preparing = new Map<string, Promise<PreparedFile>>();

  constructor(storage: FileStorage) {
    this.#storage = storage;
  }

  /** Returns the part of a file that a Range header requests, or the whole file when no part can be sent. */
  async part(query: FileQuery, { ifNoneMatch, range, ifRange }: PartHeaders): Promise<SiteAnswer> {
    const { entry, site } = query;
    const file = prepared(query, entry.size, undefined);
    const answer = choose(file, ifNoneMatch);
    if (answer.status === 304) return answer;
    const part = requestedRange({ range, ifRange }, file.etag, entry.size);
    if (part === undefined) return this.answer(query, ifNoneMatch);
    if (part === 'unsatisfiable') {
      const headers = { ...file.notModified.headers, 'content-range': `bytes */${entry.size}`, 'content-length': 0 };
      return { status: 416, headers };
    }
    const headers = {
      ...file.headers,
      'content-length': part.last - part.first + 1,
      'content-range': `bytes ${part.first}-${part.last}/${entry.size}`,
    };
    return { status: 206, headers, body: await openFile(this.#storage, site.packs, entry, undefined, part) };
  }

  answer(query: FileQuery, ifNoneMatch: string | undefined): SiteAnswer | Promise<SiteAnswer> {
    const { entry, encoding, isolated, site } = query;
    if (entry.size > maxCachedFile) return this.#streamed(query, ifNoneMatch);
    const key = `${site.releaseId} ${entry.sha256} ${encoding ?? ''} ${isolated} ${query.varies} ${query.path}`;
    const prepared = this.#prepared.get(key);
    if (prepared) return choose(prepared, ifNoneMatch);
    const preparing = this.#preparing.get(key) ?? this.#prepare(key, query);
    this.#preparing.set(key, preparing);
    return preparing.then((file) => choose(file, ifNoneMatch));
  }

  async #prepare(key: string, query: FileQuery): Promise<PreparedFile> {
    try {
      const bytes = await readFile(this.#storage, query.site.packs, query.entry, query.encoding);
      const file = prepared(query, bytes.length, bytes);
      this.#prepared.set(key, file, bytes.length + 2000);
      return file;
    } finally {
      this.#preparing.delete(key);
    }
  }

  async #streamed(query: FileQuery, ifNoneMatch: string | undefined): Promise<SiteAnswer> {
    const { entry, encoding, site } = query;
    const length = encoding === undefined ? entry.size : (entry[encoding]?.[2] ?? 0);
    const answer = choose(prepared(query, length, undefined), ifNoneMatch);
    if (answer.status === 304) return answer;
    return { ...answer, body: await openFile(this.#storage, site.packs, entry, encoding) };
  }
}

const choose = ({ etag, notModified, found }: PreparedFile, ifNoneMatch: string | undefined): SiteAnswer =>
  ifNoneMatch !== undefined && hasTag(ifNoneMatch, etag) ? notModified : found;

/** True for files whose path has the hash of their content, so they never change. */
const isImmutable = (path: string): boolean => path.startsWith('/_assets/') || path.startsWith('/_files/');

function prepared(query: FileQuery, length: number, body: Buffer | undefined): PreparedFile {
  const { entry, encoding, path, isolated, varies } = query;
  const etag = `"${entry.sha256.slice(0, 32)}${encoding === undefined ? '' : `-${encoding}`}"`;
  const kept: Record<string, string | number> = {
    etag,
    'cache-control': isImmutable(path)
      ? 'public, max-age=31536000, immutable'
      : varies
        ? 'private, no-cache'
        : 'public, no-cache',
    'content-security-policy': policyText(entry.allows, isolated && (entry.allows?.['script-src'] ?? []).length > 0),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(hasParts(entry) && { 'accept-ranges': 'bytes' }),
    ...((entry.br || entry.gzip) && { vary: 'accept-encoding' }),
  };
  const headers: Headers = {
    ...kept,
    'content-type': entry.type,
    'content-length': length,
    ...(encoding && { 'content-encoding': encoding }),
  };
  return { etag, headers, notModified: { status: 304, headers: kept }, found: { status: 200, headers, body } };
}
