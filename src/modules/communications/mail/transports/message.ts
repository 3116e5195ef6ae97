import os from 'node:os';
import { Readable } from 'node:stream';
import type { DKIMOptions } from 'nodemailer';
import type { Envelope } from '../../smtp/envelope.ts';
import type { DkimKey } from './dkim-keys.ts';
import { signedHeaders, signMessage } from './dkim-signature.ts';
import type { Attachment, OutgoingMail } from './transport.ts';

/** A mail in the form in which it is sent. Its stream is opened once. */
export interface Message {
  readonly envelope: Envelope;
  /** True when an address of the envelope needs a server with SMTPUTF8. */
  readonly needsUtf8: boolean;
  /** Returns the message in memory, or a stream when it has attachments. */
  open(): Promise<Buffer | Readable>;
}

/**
 * Bodies of signed messages above this size are kept in a file until the signature is known, because the signature
 * precedes the body.
 */
const maxInMemory = 1_048_576;

/** Loaded with the first mail, because many servers never send mail. */
const libraries = () =>
  Promise.all([import('nodemailer/lib/mail-composer'), import('nodemailer/lib/dkim')]).then(([composer, dkim]) => ({
    MailComposer: composer.default,
    Dkim: dkim.default,
  }));
let loaded: ReturnType<typeof libraries> | undefined;

/** Composes a mail, with a signature when there is a key. `newline` sets the line ends for files. */
export async function composeMessage(
  mail: OutgoingMail,
  key?: DkimKey,
  newline?: 'unix',
  { showsBcc = false }: { showsBcc?: boolean } = {},
): Promise<Message> {
  loaded ??= libraries();
  const { MailComposer, Dkim } = await loaded;
  const { from, to, cc, replyTo } = mail;
  const node = new MailComposer({
    from: addressOf(from.address, from.name),
    ...(to.length > 0 && { to: to.map((address) => addressOf(address)) }),
    ...(cc.length > 0 && { cc: cc.map((address) => addressOf(address)) }),
    ...(showsBcc && mail.bcc.length > 0 && { bcc: mail.bcc.map((address) => addressOf(address)) }),
    ...(mail.date && { date: mail.date }),
    ...(replyTo !== null && { replyTo: addressOf(replyTo) }),
    subject: mail.subject,
    ...(mail.text !== null && { text: mail.text }),
    ...(mail.html !== null && { html: mail.html }),
    ...(mail.calendar && {
      icalEvent: { method: mail.calendar.method, filename: 'invite.ics', content: mail.calendar.content },
    }),
    headers: { ...mail.headers },
    attachments: mail.attachments.map((attachment) => ({
      filename: attachment.name,
      contentType: attachment.mimeType,
      ...(attachment.contentId !== undefined && { cid: attachment.contentId, contentDisposition: 'inline' as const }),
      content: contentOf(attachment),
    })),
    messageId: messageIdOf(mail.id, from.address),
    // Recipients in bcc appear only in the envelope.
    envelope: { from: mail.envelopeFrom ?? from.address, to: [...to, ...cc, ...mail.bcc] },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(newline && { newline }),
  }).compile();
  node.keepBcc = showsBcc;
  const envelope = node.getEnvelope();
  const addresses = { from: String(envelope.from || ''), to: envelope.to as string[] };
  return {
    envelope: addresses,
    needsUtf8: [addresses.from, ...addresses.to].some((address) => /[^\x20-\x7e]/.test(address)),
    async open() {
      if (mail.attachments.length === 0) return key ? signMessage(await node.build(), key) : node.build();
      if (key) node.processFunc((input) => new Dkim(signerOptions(key)).sign(input));
      return node.createReadStream();
    },
  };
}

const signerOptions = ({ domain, selector, privateKey }: DkimKey): DKIMOptions => ({
  domainName: domain,
  keySelector: selector,
  // Node accepts a key object as well as PEM text.
  privateKey: privateKey as never,
  headerFieldNames: signedHeaders.join(':'),
  cacheDir: os.tmpdir(),
  cacheTreshold: maxInMemory,
});

const addressOf = (address: string, name: string | null = null) => ({ name: name ?? '', address });

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The Message-ID of a mail. */
export const messageIdOf = (emailId: string, from: string): string => `<${emailId}@${asciiDomain(domainOf(from))}>`;

/** A domain as it is written in DNS. */
export const asciiDomain = (domain: string): string => {
  const text = `http://${domain}`;
  return URL.canParse(text) ? new URL(text).hostname : domain;
};

class UnreadableAttachment extends Error {}

/** Opens an attachment when the one before it has been sent, so that a mail has only one open attachment at a time. */
const contentOf = (attachment: Attachment): Readable =>
  Readable.from(
    (async function* () {
      try {
        yield* await attachment.open();
      } catch (error) {
        throw new UnreadableAttachment(
          `The attachment ${attachment.name} could not be read: ${(error as Error).message}`,
        );
      }
    })(),
    { objectMode: false },
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const controlCharacter = /[\u0000-\u001f\u007f]/;

/**
 * Returns the reason why a mail cannot be sent; undefined when it can. Earlier checks should have found all of these.
 */
export function whyNotSendable(mail: OutgoingMail): string | undefined {
  const addresses: [string, string | null][] = [
    ['the address of the sender', mail.from.address],
    ['the return path', mail.envelopeFrom],
    ['the address for replies', mail.replyTo],
    ...[...mail.to, ...mail.cc, ...mail.bcc].map((address): [string, string] => ['a recipient', address]),
  ];
  const texts: [string, string | null][] = [
    ['the name of the sender', mail.from.name],
    ['the subject', mail.subject],
    ...Object.entries(mail.headers).map(([name, value]): [string, string] => [`the header ${name}`, value]),
    ...mail.attachments.flatMap(({ name, mimeType }): [string, string][] => [
      ['the name of an attachment', name],
      ['the type of an attachment', mimeType],
    ]),
  ];
  const withControl = [...addresses, ...texts].find(([, value]) => value !== null && controlCharacter.test(value));
  if (withControl) return `The mail was not sent: ${withControl[0]} holds a control character.`;
  const badName = Object.keys(mail.headers).find((name) => !/^[\w-]{1,76}$/.test(name));
  if (badName !== undefined) return `The mail was not sent: ${JSON.stringify(badName)} is not the name of a header.`;
  const badAddress = addresses.find(
    ([, value]) => value !== null && !/^[^\s<>,;:@"()[\]\\]+@[^\s<>,;:@"()\\]+$/.test(value),
  );
  if (badAddress) return `The mail was not sent: ${badAddress[0]} is not one email address.`;
  if (mail.to.length + mail.cc.length + mail.bcc.length === 0) return 'The mail was not sent: it has no recipient.';
  return undefined;
}
