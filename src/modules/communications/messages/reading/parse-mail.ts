import { Readable } from 'node:stream';
import type { MailParser as Parser } from 'mailparser';
import { parseMessage, splitHeaders } from '../returned/mime.ts';
import type { ParsedAddress } from './addresses.ts';
import type { HeaderLine } from './raw-headers.ts';

/** An attachment during parsing. Its content must be read before the next one comes. */
export interface AttachmentStream {
  readonly name: string | undefined;
  readonly contentType: string;
  readonly contentId: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

export interface ParsedMail {
  readonly lines: readonly HeaderLine[];
  readonly contentType: string;
  readonly subject: string;
  addresses(header: 'from' | 'sender' | 'reply-to' | 'to' | 'cc' | 'bcc'): readonly ParsedAddress[];
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** The reason why only a part of the message could be read. */
  readonly problem: string | undefined;
}

const chunkBytes = 65_536;
const maxHeadBytes = 1_048_576;
/** Limit of parts at any depth. Each level of nesting is a part, so this limits the depth, too. */
const maxParts = 300;
/** Characters of a header that are searched for addresses. */
const maxAddresses = 20_000;
/** Characters of text that are kept of a message that the parser refuses. */
const maxPlainText = 200_000;

/** Loaded at the first message: it takes 4 MB that many servers never need. */
let loaded: Promise<typeof import('mailparser')> | undefined;

export function loadParser(): Promise<typeof import('mailparser')> {
  loaded ??= import('mailparser');
  return loaded;
}

interface PushedAttachment {
  readonly type: 'attachment';
  readonly filename?: string;
  readonly contentType?: string;
  readonly cid?: string;
  readonly content: Readable;
  release(): void;
}

interface PushedText {
  readonly type: 'text';
  readonly text?: string;
  readonly html?: string;
}

/** Members of the library's class that its types leave out. */
interface ParserState {
  readonly tree: unknown;
  getTextContent(): PushedText;
}

/** Parses a message, and passes on its attachments one by one. Malformed messages do not throw. */
export async function parseMail(
  source: Buffer,
  onAttachment: (attachment: AttachmentStream) => Promise<void>,
): Promise<ParsedMail> {
  const { MailParser } = await loadParser();
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    maxHeadSize: maxHeadBytes,
    maxChildNodes: maxParts,
  } as never);
  let headers: ReadonlyMap<string, unknown> = new Map();
  let lines: readonly HeaderLine[] = [];
  parser.on('headers', (found) => {
    headers = found;
  });
  parser.on('headerLines', (found: readonly HeaderLine[]) => {
    lines = found;
  });
  const { content, problem } = await readContent(parser, source, onAttachment);
  if (!lines.some(({ key }) => /^(?:from|to|subject|date|message-id|received|content-type)$/.test(key)))
    return plainMail(source, problem ?? 'It has no headers.');
  return {
    lines,
    contentType: contentTypeOf(headers),
    subject: textOf(headers.get('subject')),
    addresses: (name) => addressesIn(headers.get(name)),
    text: content?.text || undefined,
    html: content?.html || undefined,
    problem,
  };
}

/** Throws errors of the caller's `onAttachment`. Errors of the message become `problem`. */
async function readContent(
  parser: Parser,
  source: Buffer,
  onAttachment: (attachment: AttachmentStream) => Promise<void>,
): Promise<{ content: PushedText | undefined; problem: string | undefined }> {
  const input = Readable.from(chunksOf(source), { objectMode: false });
  let failure: Error | undefined;
  let content: PushedText | undefined;
  input.pipe(parser as never);
  try {
    for await (const part of parser as unknown as AsyncIterable<PushedAttachment | PushedText>) {
      if (part.type === 'text') content = part;
      else failure ??= await passOn(part, onAttachment);
      if (failure) break;
    }
  } catch (error) {
    if (error === failure) throw error;
    return { content: partialContent(parser), problem: (error as Error).message };
  } finally {
    input.destroy();
  }
  if (failure) throw failure;
  return { content, problem: undefined };
}

async function passOn(
  part: PushedAttachment,
  onAttachment: (attachment: AttachmentStream) => Promise<void>,
): Promise<Error | undefined> {
  try {
    await onAttachment({
      name: part.filename,
      contentType: part.contentType ?? 'application/octet-stream',
      contentId: part.cid,
      content: part.content,
    });
    // Drain unread content, because the parser would wait for it.
    part.content.resume();
    part.release();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function* chunksOf(source: Buffer): Generator<Buffer> {
  for (let start = 0; start < source.length; start += chunkBytes) yield source.subarray(start, start + chunkBytes);
}

/** The texts that were complete when the parser stopped. */
function partialContent(parser: Parser): PushedText | undefined {
  const state = parser as unknown as ParserState;
  try {
    return state.tree ? state.getTextContent() : undefined;
  } catch {
    // The parsed tree is incomplete where the parser stopped, so there is no text.
    return undefined;
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? textOf(value.at(-1)) : '';

function contentTypeOf(headers: ReadonlyMap<string, unknown>): string {
  const { value = '', params = {} } = (headers.get('content-type') ?? {}) as {
    value?: string;
    params?: Record<string, string>;
  };
  return `${value}; report-type=${params['report-type'] ?? ''}`;
}

/** Returns the addresses of a header. A repeated header is an array of values. */
const addressesIn = (header: unknown): readonly ParsedAddress[] =>
  [header].flat().flatMap((one) => (one as { value?: readonly ParsedAddress[] } | undefined)?.value ?? []);

/** Reads a message that cannot be parsed: its headers, and no text. */
export const parseHeaders = (head: Buffer, problem: string): ParsedMail => ({
  ...plainMail(head, problem),
  text: undefined,
});

/** Reads a message that the parser refuses completely, for example one with headers of several megabytes. */
function plainMail(source: Buffer, problem: string): ParsedMail {
  const message = parseMessage(source.subarray(0, maxHeadBytes));
  const fields = message.headers;
  const lines = fields.map(([key, value]) => ({ key, line: `${key}: ${value}` }));
  const body = message.body === '' && fields.length === 0 ? source.toString('utf8', 0, maxPlainText) : message.body;
  const header = (name: string) => fields.find(([key]) => key === name)?.[1] ?? '';
  return {
    lines,
    contentType: header('content-type'),
    subject: header('subject'),
    addresses: (name) =>
      [
        ...header(name)
          .slice(0, maxAddresses)
          .matchAll(/[^\s<>,;"]{1,64}@[^\s<>,;"]{1,189}/g),
      ].map(([address]) => ({ address })),
    text: (message.parts.length > 0 ? splitHeaders(body).body : body).slice(0, maxPlainText),
    html: undefined,
    problem,
  };
}
