/** The header fields of a message or part, with names in lower case, in order. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** A message or a part of one. */
export interface MimePart {
  readonly headers: HeaderFields;
  /** The type in lower case, such as `multipart/report`. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** The body as it was sent, with one character for each byte. */
  readonly body: string;
  /** Empty unless the type is multipart. */
  readonly parts: readonly MimePart[];
}

const maxDepth = 5;
const maxParts = 50;
const maxHeaders = 500;
/** Lines of a header, with those that continue a value. */
const maxHeaderLines = 10_000;
/** Characters of a Content-Type that are searched for parameters. */
const maxContentType = 10_000;

/**
 * Reads the structure of a message. It accepts any bytes: garbage is a message without headers. Anybody can send mail
 * to the mailbox, so depth and number of parts are limited, and the time is linear in the size.
 */
export const parseMessage = (bytes: Buffer): MimePart => parsePart(bytes.toString('latin1'), 0);

function parsePart(text: string, depth: number): MimePart {
  const { headers, body } = splitHeaders(text);
  const { type, parameters } = contentType(headerOf(headers, 'content-type') ?? 'text/plain');
  const boundary = type.startsWith('multipart/') ? parameters.get('boundary') : undefined;
  const parts = boundary && depth < maxDepth ? splitParts(body, boundary) : [];
  return { headers, type, parameters, body, parts: parts.map((part) => parsePart(part, depth + 1)) };
}

/** Splits headers and body. It accepts text with only headers, such as those in a bounce. */
export function splitHeaders(text: string): { headers: HeaderFields; body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return { headers: readFields(head), body: end ? text.slice(end.index + end[0].length) : '' };
}

/** Reads `Name: value` lines, with values that continue on indented lines. Other lines are ignored. */
export function readFields(text: string): HeaderFields {
  const fields: [string, string][] = [];
  for (const line of text.split(/\r?\n/, maxHeaderLines)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last) last[1] = `${last[1]} ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trimEnd();
    if (colon < 1 || !/^[!-9;-~]+$/.test(name)) continue;
    if (fields.length >= maxHeaders) break;
    fields.push([name.toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** The first value of a header. */
export const headerOf = (headers: HeaderFields, name: string): string | undefined =>
  headers.find(([key]) => key === name)?.[1];

/** All values of these headers. */
export const headersOf = (headers: HeaderFields, names: readonly string[]): string[] =>
  headers.filter(([key]) => names.includes(key)).map(([, value]) => value);

function contentType(value: string): { type: string; parameters: Map<string, string> } {
  const [type = ''] = value.split(';', 1);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain] of value
    .slice(0, maxContentType)
    .matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g)) {
    parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return { type: type.trim().toLowerCase(), parameters };
}

/** Returns the parts between the boundary lines. The end may be missing when the message was cut. */
function splitParts(body: string, boundary: string): string[] {
  const parts: string[] = [];
  const delimiter = `--${boundary}`;
  let start = -1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue;
    const lineEnd = body.indexOf('\n', at);
    const line = body.slice(at + delimiter.length, lineEnd < 0 ? undefined : lineEnd).trimEnd();
    // Skip a different boundary that begins with this one.
    if (line !== '' && line !== '--') continue;
    if (start >= 0) parts.push(body.slice(start, at).replace(/\r?\n$/, ''));
    start = line === '--' || lineEnd < 0 ? -1 : lineEnd + 1;
    if (line === '--' || parts.length >= maxParts) return parts;
  }
  if (start >= 0) parts.push(body.slice(start));
  return parts;
}

/** Returns all parts, the message itself included, from the outside to the inside. */
export const allParts = (part: MimePart): MimePart[] => [part, ...part.parts.flatMap(allParts)];

/** The text of a part. Character sets other than UTF-8 are read as Latin-1, because reports only need ASCII. */
export function decodedText({ headers, body }: MimePart): string {
  const bytes = decodedBytes(headerOf(headers, 'content-transfer-encoding')?.toLowerCase(), body);
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

function decodedBytes(encoding: string | undefined, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
