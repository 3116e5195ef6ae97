import type { MailTexts, ShownMail } from '../html/show-mail.ts';
import type { MailReading, RawMail } from './read-mail.ts';

/** A task of the threads behind `MailThread`. */
export type MailTask =
  | { readonly start: true }
  | { readonly read: RawMail }
  | { readonly show: MailTexts }
  | { readonly simplify: MailTexts }
  | { readonly plainText: string };

export type MailAnswer =
  | { readonly started: true }
  | { readonly reading: MailReading }
  | { readonly shown: ShownMail }
  | { readonly text: string }
  | { readonly failure: string };
