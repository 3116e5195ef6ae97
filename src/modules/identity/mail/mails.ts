import { escapeHtml } from '#lib/html.ts';
import type { Mail } from '#lib/mail.ts';

type Content = Pick<Mail, 'subject' | 'text' | 'html'>;

interface Button {
  readonly label: string;
  readonly link: string;
}

/** A paragraph of text, or a button in its own paragraph. */
type Block = string | Button;

type AccountPage = 'verify-email' | 'reset-password' | 'accept-invitation';

/** The link in a mail. Its page asks for a click before it changes anything, because mail scanners follow links. */
export const accountLink = (publicUrl: string, page: AccountPage, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/app/${page}?token=${encodeURIComponent(token)}`;

export const verificationMail = ({
  link,
  accountKey,
  hours,
}: {
  readonly link: string;
  readonly accountKey: string;
  readonly hours: number;
}): Content =>
  compose(
    `Confirm your address for ${line(accountKey)}`,
    `Somebody, hopefully you, gave this address for the account ${line(accountKey)}. Confirm that it is yours:`,
    { label: 'Confirm the address', link },
    `The link works for ${count(hours, 'hour')}. If it was not you, do nothing: without it, the address stays unconfirmed.`,
  );

export const resetMail = ({
  link,
  accountKey,
  minutes,
}: {
  readonly link: string;
  readonly accountKey: string;
  readonly minutes: number;
}): Content =>
  compose(
    `Choose a new password for ${line(accountKey)}`,
    `Somebody, hopefully you, asked for a new password for your user in the account ${line(accountKey)}. Choose it here:`,
    { label: 'Choose a new password', link },
    `The link works for ${count(minutes, 'minute')}, and once. If it was not you, do nothing: your password stays as it is.`,
  );

export const invitationMail = ({
  link,
  accountKey,
  invitedBy,
  days,
}: {
  readonly link: string;
  readonly accountKey: string;
  readonly invitedBy: string;
  readonly days: number;
}): Content =>
  compose(
    // The subject does not contain the inviter's address: the inviter chose it, and mail programs show the subject
    // first.
    `You are invited to ${line(accountKey)}`,
    `${line(invitedBy)} invites you to the account ${line(accountKey)}. Accept by choosing a password:`,
    { label: 'Accept the invitation', link },
    `The link works for ${count(days, 'day')}, and once. If you know nobody there, do nothing.`,
  );

/** Sent instead of a verification when a user already has the address. Only the owner of the mailbox learns this. */
export const alreadyRegisteredMail = ({
  resetLink,
  accountKey,
}: {
  readonly resetLink?: string | undefined;
  readonly accountKey: string;
}): Content =>
  compose(
    `You already have a user in ${line(accountKey)}`,
    `Somebody, hopefully you, tried to register this address in the account ${line(accountKey)}, where it has a user already. Sign in with the password that you have.`,
    ...(resetLink === undefined
      ? []
      : ['If you have forgotten it, choose a new one:', { label: 'Choose a new password', link: resetLink }]),
    'If it was not you, do nothing: nothing was changed.',
  );

export const passwordChangedMail = ({
  accountKey,
  ip,
  at,
}: {
  readonly accountKey: string;
  readonly ip: string | undefined;
  readonly at: Date;
}): Content =>
  compose(
    `Your password for ${line(accountKey)} was changed`,
    `The password of your user in the account ${line(accountKey)} was changed on ${moment(at)}${ip === undefined ? '' : `, from the address ${line(ip)}`}.`,
    'If it was not you, ask for a new password at once and tell the administrator of the account.',
  );

/** Sent to the old address, so that its owner learns about the change. */
export const addressChangedMail = ({
  accountKey,
  newEmail,
}: {
  readonly accountKey: string;
  readonly newEmail: string;
}): Content =>
  compose(
    `Your address for ${line(accountKey)} was changed`,
    `The address of your user in the account ${line(accountKey)} is now ${line(newEmail)}. Mail no longer goes to the one that you read this at.`,
    'If it was not you, tell the administrator of the account at once.',
  );

const maxLineLength = 254;

/** Unicode direction marks, which could make a text look like another one. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that a stranger may have chosen, as one line of limited length. */
function line(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(directionMarks, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const characters = [...plain];
  return characters.length <= maxLineLength ? plain : `${characters.slice(0, maxLineLength - 1).join('')}…`;
}

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** `2026-03-01 at 12:34 UTC` */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;

/** Styles are inline, because mail programs drop style sheets. */
const styles = {
  body: 'margin:0 auto;max-width:34rem;padding:1.5rem;font-family:system-ui,sans-serif;font-size:1rem;line-height:1.5',
  button:
    'display:inline-block;padding:0.7rem 1.2rem;border-radius:0.4rem;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600',
  address: 'font-size:0.85rem;overflow-wrap:anywhere;word-break:break-all',
};

const textOf = (block: Block): string => (typeof block === 'string' ? block : `${block.label}:\n${block.link}`);

/** The URL is also shown as text below the button, so that the reader sees where it leads. */
function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  const link = escapeHtml(block.link);
  return `<p><a href="${link}" style="${styles.button}">${escapeHtml(block.label)}</a></p><p style="${styles.address}">${link}</p>`;
}

/** A mail as text and as HTML. */
const compose = (subject: string, ...blocks: readonly Block[]): Content => ({
  subject,
  text: `${blocks.map(textOf).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${styles.body}">${blocks.map(htmlOf).join('')}</body></html>`,
});
