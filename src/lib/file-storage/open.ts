import { fileURLToPath } from 'node:url';
import { diskStorage } from './disk.ts';
import type { FileStorage } from './storage.ts';

export const filesUrlForm = 'file:///folder or s3://key:secret@host/bucket?region=eu-central-1';

/** Parses FILES_URL; throws when its format is wrong. */
export function readFilesUrl(text: string): URL {
  const url = new URL(text);
  const { protocol, hostname, pathname, username, password } = url;
  if (protocol === 'file:') return url;
  const complete = hostname && username && password && /^\/[^/]+\/?$/.test(pathname);
  if (protocol !== 's3:' || !complete) throw new Error(`must be ${filesUrlForm}`);
  return url;
}

/** Opens the storage of a URL. The S3 client takes 20 MB, so it is loaded only when it is used. */
export async function openFileStorage(url: URL): Promise<FileStorage> {
  if (url.protocol === 'file:') return diskStorage(fileURLToPath(url));
  const { s3Storage } = await import('./s3.ts');
  const tls = url.searchParams.get('tls') !== 'false';
  return s3Storage({
    endpoint: `${tls ? 'https' : 'http'}://${url.host}`,
    bucket: url.pathname.replaceAll('/', ''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  });
}
