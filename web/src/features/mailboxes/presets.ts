interface ServerInput {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

interface Preset {
  readonly imap: ServerInput;
  readonly smtp: ServerInput;
}

const servers = (imap: string, smtp: string, smtpPort = 465): Preset => ({
  imap: { host: imap, port: 993, secure: true },
  smtp: { host: smtp, port: smtpPort, secure: smtpPort === 465 },
});

/** Mail servers of frequent providers, by domain. */
const known: Readonly<Record<string, Preset>> = {
  'gmail.com': servers('imap.gmail.com', 'smtp.gmail.com'),
  'gmx.de': servers('imap.gmx.net', 'mail.gmx.net'),
  'gmx.net': servers('imap.gmx.net', 'mail.gmx.net'),
  'web.de': servers('imap.web.de', 'smtp.web.de', 587),
  't-online.de': servers('secureimap.t-online.de', 'securesmtp.t-online.de'),
  'icloud.com': servers('imap.mail.me.com', 'smtp.mail.me.com', 587),
  'me.com': servers('imap.mail.me.com', 'smtp.mail.me.com', 587),
  'yahoo.com': servers('imap.mail.yahoo.com', 'smtp.mail.yahoo.com'),
  'fastmail.com': servers('imap.fastmail.com', 'smtp.fastmail.com'),
  'mailbox.org': servers('imap.mailbox.org', 'smtp.mailbox.org'),
  'posteo.de': servers('posteo.de', 'posteo.de'),
  'ionos.de': servers('imap.ionos.de', 'smtp.ionos.de'),
  'zoho.com': servers('imap.zoho.com', 'smtp.zoho.com'),
};

/** The mail servers for an address: those of its provider, otherwise the usual names in its domain. */
export function presetOf(email: string): Preset | undefined {
  const domain = email.split('@')[1]?.trim().toLowerCase();
  if (!domain?.includes('.')) return undefined;
  return known[domain] ?? servers(`imap.${domain}`, `smtp.${domain}`);
}
