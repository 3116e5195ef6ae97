import { mailIdHeader } from '../../../messages/mail-id.ts';

/** The name of the id in Postmark's metadata and in message tags of SES. */
export const postmarkMetadata = 'atrium-mail';
export const sesTag = 'atrium-mail';

/**
 * Headers with which a provider reports the id of a mail in its events. Some replace our Message-ID, and some leave it out
 * of opens and clicks.
 */
export function providerHeaders(provider: string | null | undefined, emailId: string): Record<string, string> {
  const plain = { [mailIdHeader]: emailId };
  switch (provider) {
    case 'ses':
      return { ...plain, 'X-SES-MESSAGE-TAGS': `${sesTag}=${emailId}` };
    case 'sendgrid':
      return { ...plain, 'X-SMTPAPI': JSON.stringify({ unique_args: { [mailIdHeader]: emailId } }) };
    case 'postmark':
      return { ...plain, [`X-PM-Metadata-${postmarkMetadata}`]: emailId, 'X-PM-KeepID': 'true' };
    case 'mailgun':
      return { ...plain, 'X-Mailgun-Variables': JSON.stringify({ [mailIdHeader]: emailId }) };
    default:
      return plain;
  }
}
