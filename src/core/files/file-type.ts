import { isUtf8 } from 'node:buffer';

/** The number of first bytes that the library examines for all types except a few archives. */
export const sniffedBytes = 4100;

const binary = 'application/octet-stream';
/** Text formats have no signature. The client may name one of these if the content is text. */
const textType = /^(?:text\/[a-z0-9.+-]+|application\/(?:json|xml|yaml|[a-z0-9.-]+\+(?:json|xml)))$/;

/** Detects the media type of a file from its first bytes. The declared type only decides between text formats. */
export async function mediaTypeOf(start: Buffer, declared: string): Promise<string> {
  // Loaded with the first upload, because the library takes 6 MB.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(start);
  if (found && found.mime !== 'application/xml') return found.mime;
  if (!isText(start)) return binary;
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  return textType.test(type) ? type : 'text/plain';
}

/** The first bytes may end in the middle of a character. */
function isText(start: Buffer): boolean {
  if (start.includes(0)) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, Math.max(0, start.length - cut))));
}

const maxNameLength = 255;

/** Control characters, direction marks, and characters that Windows reserves. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu;

/** A name that is safe on every system, without a path. */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last
    .toWellFormed()
    .replace(unsafe, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return 'file';
  if (name.length <= maxNameLength) return name;
  const [, extension = ''] = /(\.[\w-]{1,20})$/.exec(name) ?? [];
  return `${name.slice(0, maxNameLength - extension.length).toWellFormed()}${extension}`;
}
