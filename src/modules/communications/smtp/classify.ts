import type { NodemailerError } from 'nodemailer';
import { ForbiddenAddress } from '#lib/guarded-lookup.ts';
import { LookupError } from '#lib/host-resolver.ts';
import type { SendResult } from './send-result.ts';

export type SmtpError = NodemailerError & { readonly rejectedErrors?: readonly SmtpError[] };

/** Messages are stored with the mail and the transport, so they are cut at this length. */
const maxMessage = 1000;

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxMessage);

/** The reply of the server as written, else the message of the error. */
export const messageOf = (error: SmtpError): string => shortened(error.response || error.message);

const isPermanent = ({ responseCode = 0 }: SmtpError): boolean => responseCode >= 500 && responseCode <= 599;
const isTemporary = ({ responseCode = 0 }: SmtpError): boolean => responseCode >= 400 && responseCode <= 499;

/** Classifies a failed connection or login. No mail was handed over. */
export function classifyConnectError(error: SmtpError): SendResult {
  if (error instanceof ForbiddenAddress) return { kind: 'transport', stop: true, message: error.message };
  if (error instanceof LookupError)
    return { kind: 'transport', stop: false, message: `The host of the mail server: ${error.message}.` };
  const code = error.originalCode ?? error.code ?? '';
  if (error.code === 'EAUTH') {
    // A 4xx reply means that the server cannot check the password now. Without a reply, nodemailer had no password to
    // send.
    return { kind: 'transport', stop: !isTemporary(error), message: `The login failed: ${messageOf(error)}` };
  }
  const known = descriptions[code];
  if (known !== undefined) return { kind: 'transport', stop: false, message: known };
  // The reply alone does not show that TLS failed.
  const message = error.code === 'ETLS' ? shortened(error.message) : messageOf(error);
  return { kind: 'transport', stop: false, message: `No connection: ${message}` };
}

const descriptions: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The mail server refused the connection.',
  EHOSTUNREACH: 'The mail server cannot be reached.',
  ENETUNREACH: 'The mail server cannot be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the mail server is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the mail server is self-signed.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is that of another host.',
};

interface Progress {
  /** True when the dot that ends the message was handed to the socket. */
  readonly endSent: boolean;
  /** True when the sender comes from the settings of the transport. */
  readonly ownSender: boolean;
}

/** Classifies an error of sending on a working connection. */
export function classifySendError(error: SmtpError, { endSent, ownSender }: Progress): SendResult {
  const message = messageOf(error);
  // A reply to the end of the message is a clear result, even when the connection broke after it.
  if (endSent && !isPermanent(error) && !isTemporary(error)) return { kind: 'unknown', message };
  if (isTemporary(error) || !isPermanent(error)) {
    // Nodemailer found the error before it sent anything, for example a message above the size limit of the server.
    const ourOwn = (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && error.responseCode === undefined;
    return { kind: ourOwn ? 'refused' : 'deferred', message };
  }
  if (needsLogin(error)) return { kind: 'transport', stop: true, message };
  if (!endSent && refusesSender(error))
    return { kind: 'transport', stop: ownSender, ...(!ownSender && { onlyThisMail: true }), message };
  // 503 reports a session in a wrong state, not a refused mail.
  return { kind: error.responseCode === 503 ? 'deferred' : 'refused', message };
}

const needsLogin = ({ responseCode }: SmtpError): boolean => responseCode === 530 || responseCode === 538;

/**
 * 5xx at MAIL FROM is about the sender, except 552, the size. Postfix and others answer MAIL FROM with 250 in any case and
 * refuse the sender at RCPT TO. That must not count as a bounce: the recipient would be suppressed.
 */
function refusesSender({ command, responseCode, response = '' }: SmtpError): boolean {
  if (command === 'MAIL FROM') return responseCode !== 552;
  return (
    command === 'RCPT TO' &&
    (/^5\d\d[ -]5\.1\.[78]\b/.test(response) ||
      /sender (address )?rejected|not owned by user|relay(ing)? (access )?(denied|not permitted|not allowed)/i.test(
        response,
      ))
  );
}
