import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { createFolder } from './folders.ts';
import { escapeHtml } from './html.ts';

export interface Mail {
  /** Becomes the Message-ID, so that a mail program recognises a mail that was sent twice. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailSettings {
  /** When absent, mail is written to files. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** The folder for these files. */
  readonly folder: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const smtpTimeoutMs = 20_000;

/** Sends mail by SMTP, or writes it to `.eml` files that any mail program opens. */
export function createMailer({ smtpUrl, from, folder }: MailSettings): Mailer {
  let transport: Promise<Transporter> | undefined;
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, ...mail }) {
      // Loaded with the first mail, because many servers never send one.
      transport ??= import('nodemailer').then(({ createTransport }) =>
        smtpUrl === undefined
          ? (createTransport({ streamTransport: true, buffer: true, newline: 'unix' }) as Transporter)
          : (createTransport(smtpUrl, {
              connectionTimeout: smtpTimeoutMs,
              greetingTimeout: smtpTimeoutMs,
              socketTimeout: smtpTimeoutMs,
            } as never) as Transporter),
      );
      const sender = await transport;
      const sent = (await sender.sendMail({ from, messageId: `<${id}@${domain}>`, ...mail })) as { message?: Buffer };
      if (smtpUrl === undefined) await writeMail(folder, id, sent.message as Buffer);
    },
  };
}

/** Writes a temporary file and renames it, so that no program reads half a mail. */
async function writeMail(folder: string, id: string, message: Buffer): Promise<void> {
  createFolder(folder);
  const file = path.join(folder, `${id}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** The same paragraphs as plain text and as HTML. */
export const paragraphs = (...lines: readonly string[]): Pick<Mail, 'text' | 'html'> => ({
  text: `${lines.join('\n\n')}\n`,
  html: `<!doctype html><html><body>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body></html>`,
});
