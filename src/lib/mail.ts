import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { makeFolder } from './folders.ts';
import { escapeHtml } from './html.ts';

export interface Mail {
  /** Tells repetitions of one mail from others: a receiver sees the same Message-ID. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailSettings {
  /** A server to send by; when absent, mail is kept as files. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Where it is kept then. */
  readonly folder: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const patienceMs = 20_000;

/** Sends mail by SMTP, or captures it as `.eml` files that any mail program opens. */
export function createMailer({ smtpUrl, from, folder }: MailSettings): Mailer {
  let transport: Promise<Transporter> | undefined;
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, ...mail }) {
      // Loaded with the first mail: a server that sends none does without.
      transport ??= import('nodemailer').then(({ createTransport }) =>
        smtpUrl === undefined
          ? (createTransport({ streamTransport: true, buffer: true, newline: 'unix' }) as Transporter)
          : (createTransport(smtpUrl, {
              connectionTimeout: patienceMs,
              greetingTimeout: patienceMs,
              socketTimeout: patienceMs,
            } as never) as Transporter),
      );
      const sender = await transport;
      const sent = (await sender.sendMail({ from, messageId: `<${id}@${domain}>`, ...mail })) as { message?: Buffer };
      if (smtpUrl === undefined) await keep(folder, id, sent.message as Buffer);
    },
  };
}

/** Under another name first, so that nobody reads half a mail. */
async function keep(folder: string, id: string, message: Buffer): Promise<void> {
  makeFolder(folder);
  const file = path.join(folder, `${id}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** One text in the two forms that mail programs show. */
export const paragraphs = (...lines: readonly string[]): Pick<Mail, 'text' | 'html'> => ({
  text: `${lines.join('\n\n')}\n`,
  html: `<!doctype html><html><body>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body></html>`,
});
