import type { Random } from './random.ts';

export type Charset = 'utf-8' | 'iso-8859-1' | 'windows-1252';

/** A body or a part: its headers and its encoded content. */
export interface Part {
  readonly headers: readonly string[];
  readonly body: string;
}

const lines76 = (base64: string): string => base64.replace(/(.{76})/g, '$1\r\n');

/** The letters of these texts have the same bytes in both western charsets. */
const encoded = (text: string, charset: Charset): Buffer => Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1');

const quotedByte = Array.from({ length: 256 }, (_, byte) =>
  (byte >= 32 && byte <= 126 && byte !== 61) || byte === 9
    ? String.fromCharCode(byte)
    : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** Encodes quoted-printable (RFC 2045), with soft line breaks at 76 characters. */
function quotedPrintable(bytes: Buffer): string {
  const lines: string[] = [];
  let line = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 10) {
      lines.push(/[ \t]$/.test(line) ? `${line.slice(0, -1)}${line.endsWith(' ') ? '=20' : '=09'}` : line);
      line = '';
      continue;
    }
    const next = quotedByte[byte] as string;
    if (line.length + next.length > 75) {
      lines.push(`${line}=`);
      line = '';
    }
    line += next;
  }
  return [...lines, line].join('\r\n');
}

export type Encoding = 'quoted-printable' | 'base64' | '8bit';

export function textPart(type: string, text: string, charset: Charset, encoding: Encoding): Part {
  const bytes = encoded(text, charset);
  const body = {
    'quoted-printable': () => quotedPrintable(bytes),
    base64: () => lines76(encoded(text.replaceAll('\n', '\r\n'), charset).toString('base64')),
    // 8bit works only for UTF-8, because the source of a message is a string here.
    '8bit': () => text.replaceAll('\n', '\r\n'),
  }[encoding]();
  return { headers: [`Content-Type: ${type}; charset="${charset}"`, `Content-Transfer-Encoding: ${encoding}`], body };
}

export interface FileContent {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** The Content-ID of an image in the HTML. */
  readonly contentId?: string;
}

export const filePart = ({ name, type, bytes, contentId }: FileContent): Part => ({
  headers: [
    `Content-Type: ${type}; name="${name}"`,
    ...(contentId ? [`Content-ID: <${contentId}>`, `X-Attachment-Id: ${contentId}`] : []),
    `Content-Description: ${name}`,
    `Content-Disposition: ${contentId ? 'inline' : 'attachment'}; filename="${name}"; size=${bytes.length}`,
    'Content-Transfer-Encoding: base64',
  ],
  body: lines76(bytes.toString('base64')),
});

export function multipart(random: Random, type: string, parts: readonly Part[]): Part {
  const boundary = `_00${random.between(0, 9)}_${random.hex(40)}`;
  const body = parts.map((part) => `--${boundary}\r\n${part.headers.join('\r\n')}\r\n\r\n${part.body}\r\n`).join('');
  return {
    headers: [`Content-Type: multipart/${type};\r\n boundary="${boundary}"`],
    body: `${body}--${boundary}--\r\n`,
  };
}

/** Encodes headers with letters other than ASCII (RFC 2047). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches all of ASCII.
export const headerText = (text: string): string => (/^[\u0000-\u007f]*$/.test(text) ? text : encodedWords(text));

const encodedWords = (text: string): string =>
  (text.match(/.{1,24}/gu) ?? []).map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ');
