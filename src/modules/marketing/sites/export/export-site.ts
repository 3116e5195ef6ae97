import { Readable } from 'node:stream';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { escapeHtml } from '#lib/html.ts';
import type { FileEntry, Manifest } from '../releases/manifest.ts';
import { readFile } from '../releases/read-file.ts';
import { type ZipEntry, zipArchive } from './zip.ts';

/** The archive does not use ZIP64, which limits its number of files. */
const maxFiles = 65_000;
const maxBytes = 3_900_000_000;

/** Returns the live release as a zip of static files, for any web server that serves `about.html` for `/about`. */
export function exportRelease({ services: { fileStorage } }: Context, { files, packs, redirects }: Manifest): Readable {
  const all = Object.entries(files);
  const bytes = all.reduce((sum, [, { size }]) => sum + size, 0);
  if (all.length > maxFiles || bytes > maxBytes)
    throw new AppError('conflict', 'The website is too large for a zip file.');
  const entries: ZipEntry[] = [
    ...all.map(([path, entry]) => ({ name: fileName(path, entry), read: () => readFile(fileStorage, packs, entry) })),
    ...Object.entries(redirects).flatMap(([path, { to }]) =>
      to === null || Object.hasOwn(files, path)
        ? []
        : [{ name: `${path.slice(1)}.html`, read: async () => redirectPage(to) }],
    ),
  ];
  return Readable.from(zipArchive(entries));
}

function fileName(path: string, { page }: FileEntry): string {
  if (path === '/') return 'index.html';
  return page && !path.endsWith('.html') ? `${path.slice(1)}.html` : path.slice(1);
}

/** An HTML page that redirects, because static servers have no redirects. */
const redirectPage = (to: string): Buffer =>
  Buffer.from(
    `<!doctype html><meta http-equiv="refresh" content="0; url=${escapeHtml(to)}"><a href="${escapeHtml(to)}">Moved</a>\n`,
  );
