import { Resolver } from 'node:dns/promises';
import { AppError } from '#core/errors.ts';
import { parseSmtpUrl } from '../../smtp/smtp-url.ts';
import { asciiDomain, domainOf } from './message.ts';
import type { TransportSettings } from './transports.ts';

const timeoutMs = 3000;

export interface DnsRecord {
  readonly type: 'TXT' | 'MX';
  readonly name: string;
  /** The value that DNS should have. */
  readonly value: string;
  readonly purpose: string;
  /** The values that DNS has now. */
  readonly found: readonly string[];
  readonly ok: boolean;
  /** Why the lookup failed; absent when DNS answered. */
  readonly error?: string;
}

interface Wanted extends Pick<DnsRecord, 'type' | 'name' | 'value' | 'purpose'> {
  /** Further names that are looked up when the first one has no record. */
  readonly otherNames?: readonly string[];
  /** Selects the records at the name that this check is about. */
  readonly matches: (text: string) => boolean;
  readonly isRight: (found: readonly string[]) => boolean;
}

/** The domain whose key signs the mails of a transport. */
export function signingDomain({ dkimDomain, fromEmail }: TransportSettings): string {
  const domain = dkimDomain ?? (fromEmail === null ? null : domainOf(fromEmail));
  if (domain === null)
    throw new AppError('conflict', 'The transport has no domain yet: set fromEmail or dkimDomain, then ask again.');
  return asciiDomain(domain.toLowerCase());
}

interface PublishedKey {
  readonly selector: string;
  readonly publicKey: string;
}

/** The DNS records that mail of a transport needs, and whether they are set. */
export async function checkDnsRecords(
  settings: TransportSettings,
  key: PublishedKey,
  dnsServers: readonly string[],
): Promise<DnsRecord[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return Promise.all(wantedRecords(settings, key).map((wanted) => check(resolver, wanted)));
}

function wantedRecords(settings: TransportSettings, { selector, publicKey }: PublishedKey): Wanted[] {
  const { fromEmail, returnPathDomain, url } = settings;
  const domain = signingDomain(settings);
  const sender = fromEmail === null ? domain : asciiDomain(domainOf(fromEmail));
  const returnPath = returnPathDomain === null ? sender : asciiDomain(returnPathDomain.toLowerCase());
  const { host } = parseSmtpUrl(url);
  const records: Wanted[] = [
    {
      type: 'TXT',
      name: `${selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
      purpose: 'DKIM: the key with which receivers check the signature of mails.',
      matches: (text) => /(^|;)\s*p\s*=/i.test(text),
      isRight: (found) => found.length === 1 && tag(found[0] as string, 'p')?.replaceAll(/\s/g, '') === publicKey,
    },
    {
      type: 'TXT',
      name: returnPath,
      value: `v=spf1 ${/^[\d.:a-f]+$/.test(host) ? `ip${host.includes(':') ? 6 : 4}:${host}` : `a:${host}`} ~all`,
      purpose:
        'SPF: the servers that may send mail with this domain in the return path. If your mail provider names an include, use it; add to a record that exists, because there must be only one.',
      matches: (text) => /^v=spf1(\s|$)/i.test(text),
      // Accept any record that allows a server, because the servers that deliver for this mail server are unknown here.
      isRight: (found) =>
        found.length === 1 && /\s\+?(a|mx|ip4|ip6|include|exists|redirect)\b/i.test(found[0] as string),
    },
    {
      type: 'TXT',
      name: `_dmarc.${sender}`,
      value: 'v=DMARC1; p=none',
      purpose: 'DMARC: what receivers do with mails that neither DKIM nor SPF confirms.',
      otherNames: parentsOf(sender).map((parent) => `_dmarc.${parent}`),
      matches: (text) => /^v=DMARC1\s*;/i.test(text),
      isRight: (found) => found.length === 1 && /^(none|quarantine|reject)$/i.test(tag(found[0] as string, 'p') ?? ''),
    },
  ];
  if (returnPathDomain !== null) {
    records.push({
      type: 'MX',
      name: returnPath,
      value: `10 ${host}`,
      purpose: 'Return path: the server that receives bounces. It must deliver them to the mailbox for bounces.',
      matches: () => true,
      // A single dot declares that the domain receives no mail (RFC 7505).
      isRight: (found) => found.some((text) => !/^\d+ \.?$/.test(text)),
    });
  }
  return records;
}

/** `example.co.uk` and `co.uk` of `mail.example.co.uk`. Public suffixes have no such record. */
const parentsOf = (domain: string): string[] => {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, n) => labels.slice(n + 1).join('.'));
};

const tag = (text: string, name: string): string | undefined =>
  text
    .split(';')
    .map((part) => part.split('='))
    .find(([key]) => key?.trim().toLowerCase() === name)
    ?.slice(1)
    .join('=')
    .trim();

async function check(resolver: Resolver, { otherNames = [], matches, isRight, ...shown }: Wanted): Promise<DnsRecord> {
  let found: string[] = [];
  try {
    for (const name of [shown.name, ...otherNames]) {
      found = (await lookUp(resolver, shown.type, name)).filter(matches);
      if (found.length > 0) break;
    }
  } catch (error) {
    return { ...shown, found, ok: false, error: describe(error as NodeJS.ErrnoException) };
  }
  return { ...shown, found, ok: isRight(found) };
}

async function lookUp(resolver: Resolver, type: DnsRecord['type'], name: string): Promise<string[]> {
  try {
    if (type === 'MX')
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    // A record longer than 255 bytes comes in parts.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

const describe = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ETIMEOUT'
    ? `No name server answered within ${timeoutMs / 1000} s.`
    : `The lookup failed: ${code ?? message}.`;
