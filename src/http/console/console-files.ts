import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { SizedLruMap } from '#lib/lru.ts';
import type { Encoding } from '../routing/compression.ts';

/** The content of a file, either unchanged or compressed by the build. */
interface FileContent {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly encoding: Encoding | undefined;
}

export interface ConsoleFile {
  readonly type: string;
  /** True when the name contains a hash of the content, so that the file never changes. */
  readonly immutable: boolean;
  readonly encodings: ReadonlySet<Encoding>;
  read(encoding: Encoding | undefined): Promise<FileContent>;
}

export interface Build {
  /** The HTML of every page, split where a nonce is inserted. */
  readonly page: readonly string[];
  /** The files by their path below `/app/`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
const pageName = 'index.html';
const noncePlaceholder = '__NONCE__';

/** A whole build, in the encodings that browsers request, takes about 4 MB. */
const maxCachedBytes = 16_000_000;

/** True when the extension of a path is that of a file. Pages of the console have no such paths. */
export const isFileName = (name: string): boolean =>
  /^assets(?:\/|$)/.test(name) || types[path.extname(name)] !== undefined || /\.(?:map|br|gz)$/.test(name);

/** The files of a build of the console. It detects a new build without a restart. */
export class ConsoleFiles {
  readonly #folder: string;
  #build: Promise<Build> | undefined;
  #builtAt: number | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when the console has not been built. */
  async build(): Promise<Build | undefined> {
    const builtAt = await modifiedAt(path.join(this.#folder, pageName));
    if (builtAt === undefined) return undefined;
    if (!this.#build || this.#builtAt !== builtAt) {
      this.#builtAt = builtAt;
      this.#build = readBuild(this.#folder);
      // The next request retries a build that cannot be read.
      this.#build.catch(() => {
        this.#builtAt = undefined;
      });
    }
    return this.#build;
  }
}

async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a build. Only files in the folder get a path, so no path can leave the folder. */
async function readBuild(folder: string): Promise<Build> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  const cache = new SizedLruMap<string, FileContent>(maxCachedBytes);
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const type = types[path.extname(name)];
    if (type === undefined || name === pageName) continue;
    const encodings = new Set((['br', 'gzip'] as const).filter((encoding) => names.has(name + suffixes[encoding])));
    files.set(name, {
      type,
      encodings,
      immutable: name.startsWith('assets/'),
      read: (encoding) => readCached(cache, path.join(folder, name), encoding),
    });
  }
  const html = await readFile(path.join(folder, pageName), 'utf8');
  return { page: html.split(noncePlaceholder), files };
}

async function readCached(
  cache: SizedLruMap<string, FileContent>,
  file: string,
  encoding: Encoding | undefined,
): Promise<FileContent> {
  const name = encoding === undefined ? file : file + suffixes[encoding];
  const cached = cache.get(name);
  if (cached) return cached;
  const bytes = await readFile(name);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const content: FileContent = { bytes, etag, encoding };
  cache.set(name, content, bytes.length);
  return content;
}
