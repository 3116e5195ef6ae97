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
  /** When undefined, mail is written to files. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** The folder for these files. */
  readonly folder: string;
}

/** The same paragraphs as plain text and as HTML. */
export const paragraphs = (...lines: readonly string[]): Pick<Mail, 'text' | 'html'> => ({
  text: `${lines.join('\n\n')}\n`,
  html: `<!doctype html><html><body>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body></html>`,
});
