import { ForbiddenAddress } from '#lib/guarded-lookup.ts';
import { LookupError } from '#lib/host-resolver.ts';

/** The properties that imapflow and Node set on errors. */
export interface ImapError extends Error {
  readonly code?: string;
  readonly authenticationFailed?: boolean;
  readonly tlsFailed?: boolean;
  readonly responseText?: string;
  readonly serverResponseCode?: string;
}

/** The field of the login that the user must correct. */
export type ImapFault = 'host' | 'port' | 'secure' | 'password';

const descriptions: Readonly<Record<string, readonly [ImapFault, string]>> = {
  ECONNREFUSED: ['port', 'refuses the connection; check host and port'],
  EHOSTUNREACH: ['host', 'cannot be reached'],
  ENETUNREACH: ['host', 'cannot be reached'],
  ETIMEDOUT: ['host', 'did not answer in time; check host and port'],
  CONNECT_TIMEOUT: ['host', 'did not answer in time; check host and port'],
  GREETING_TIMEOUT: ['secure', 'did not greet; it may need TLS (secure), or another port'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['host', 'has a self-signed certificate'],
  SELF_SIGNED_CERT_IN_CHAIN: ['host', 'has a self-signed certificate'],
  CERT_HAS_EXPIRED: ['host', 'has a certificate that has expired'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['host', 'has the certificate of another host'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['secure', 'does not speak TLS on this port; use STARTTLS (secure: false) or port 993'],
};

/** The server's text on one line, without its full stop, because it is put into a sentence. */
const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300).replace(/\.+$/, '');

/** Describes an error as the end of a sentence that begins with "The mail server". */
export function describeImapError(error: ImapError): { readonly fault: ImapFault; readonly text: string } {
  if (error instanceof ForbiddenAddress) return { fault: 'host', text: 'is not on the public Internet' };
  if (error instanceof LookupError) return { fault: 'host', text: `was not found: ${error.message}` };
  if (error.authenticationFailed) {
    const reason = shortened(error.responseText ?? '');
    return { fault: 'password', text: `refused user name and password${reason === '' ? '' : `: ${reason}`}` };
  }
  if (error.tlsFailed) return { fault: 'secure', text: 'does not offer TLS, which is required' };
  const [fault, text] = descriptions[error.code ?? ''] ?? [];
  if (fault !== undefined && text !== undefined) return { fault, text };
  const reason = shortened(error.responseText ?? error.message);
  return { fault: 'host', text: `could not be used: ${reason}` };
}

/** Describes the error in one sentence, for the connection and its events. */
export const imapErrorText = (error: ImapError): string => `The mail server ${describeImapError(error).text}.`;

/** Describes the error of a mailbox without a password: its server refuses the access that the provider granted. */
export const consentErrorText = (error: ImapError): string =>
  error.authenticationFailed ? 'The mail server refused the access that the provider gave.' : imapErrorText(error);
