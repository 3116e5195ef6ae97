import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

interface FilePart {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly content: Readable;
}

interface StreamedForm {
  readonly body: Readable;
  readonly type: string;
  readonly size: number;
}

const quoted = (text: string): string => text.replace(/["\r\n]/g, (found) => encodeURIComponent(found));

/** Builds a form that streams its file: `FormData` would hold the file in memory. */
export function multipartStream(fields: Readonly<Record<string, string>>, file: FilePart): StreamedForm {
  const boundary = `atrium-${randomUUID()}`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `Content-Disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(file.name)}"`;
  const head = Buffer.from(
    `${texts.join('')}--${boundary}\r\n${disposition}\r\nContent-Type: ${quoted(file.type)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts() {
    yield head;
    yield* file.content;
    yield tail;
  }
  const body = Readable.from(parts(), { objectMode: false });
  // A request that ends early must also close the file.
  body.once('close', () => file.content.destroy());
  return { body, type: `multipart/form-data; boundary=${boundary}`, size: head.length + file.size + tail.length };
}
