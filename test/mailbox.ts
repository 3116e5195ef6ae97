import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestApp } from './harness.ts';
import { until } from './process.ts';

interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** The plain text. */
  readonly text: string;
  /** The complete message as it was sent. */
  readonly raw: string;
  /** The first link in the text and the token in it; empty when there is no link. */
  readonly link: string;
  readonly token: string;
}

/** Reads the mails of a server that writes them to files. `env` gives each server its own folder. */
export class Mailbox {
  readonly env: { readonly DATA_DIR: string };
  readonly #folder: string;
  /** Files that `next` has returned. */
  readonly #taken = new Set<string>();

  constructor() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-mailbox-'));
    // Remove the folder when the process exits, because the server may still be sending a mail until then.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    this.env = { DATA_DIR: folder };
    this.#folder = path.join(folder, 'mail');
  }

  /** Every mail to an address so far, the oldest first. */
  all(to: string): ReceivedMail[] {
    return this.#files()
      .map((file) => this.#read(file))
      .filter((mail) => mail.to === to);
  }

  /** Waits for the next mail to an address with a matching subject; never returns the same mail twice. */
  next(to: string, subject: RegExp): Promise<ReceivedMail> {
    return until(`a mail to ${to} about ${subject}`, () => this.#take(to, subject), 20_000);
  }

  #take(to: string, subject: RegExp): ReceivedMail | undefined {
    for (const file of this.#files()) {
      if (this.#taken.has(file)) continue;
      const mail = this.#read(file);
      if (mail.to !== to || !subject.test(mail.subject)) continue;
      this.#taken.add(file);
      return mail;
    }
    return undefined;
  }

  /** The files, sorted by name, which begins with the time. */
  #files(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.eml'))
        .sort();
    } catch (error) {
      // The server creates the folder with its first mail.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  #read(file: string): ReceivedMail {
    const raw = readFileSync(path.join(this.#folder, file), 'utf8');
    const message = partOf(raw);
    const boundary = /boundary="([^"]+)"/.exec(message.headers.get('content-type') ?? '')?.[1];
    const parts = boundary === undefined ? [raw] : message.body.split(`--${boundary}\n`).slice(1);
    const text = decoded(partOf(parts[0] ?? ''));
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    return {
      to: message.headers.get('to') ?? '',
      subject: message.headers.get('subject') ?? '',
      text,
      raw,
      link,
      token: link === '' ? '' : (new URL(link).searchParams.get('token') ?? ''),
    };
  }
}

/** Waits until the outbox is empty: each mail was sent or had no recipient. */
export const mailsSettled = ({ sql }: Pick<TestApp, 'sql'>): Promise<true> =>
  until('the jobs that send mail', async () => {
    const waiting = await sql(
      `select 1 from jobs where name = 'identity.account-mail' and state in ('queued', 'retrying', 'running')
       union all select 1 from mail_outbox limit 1`,
    );
    return waiting.length === 0;
  });

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function partOf(text: string): Part {
  const end = text.indexOf('\n\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { headers: new Map(headers), body: text.slice(end + 2) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
