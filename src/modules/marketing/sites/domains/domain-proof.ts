import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { hostOf } from './host-of.ts';

const timeoutMs = 5000;

export interface DnsRecord {
  readonly type: 'TXT' | 'CNAME';
  readonly name: string;
  readonly value: string;
  readonly purpose: string;
  readonly found: readonly string[];
  readonly ok: boolean;
  readonly error?: string;
}

/** Returns the domain in the form of DNS. Throws when a website cannot have it. */
export function readDomain({ services }: Context, domain: string | null): string {
  const host = hostOf(domain ?? '');
  if (host === undefined)
    throw new AppError('conflict', 'The website has no valid domain. Set the field domain, such as www.example.com.');
  const ours = [services.publicHost, services.settings.sites.url?.hostname];
  if (ours.includes(host)) throw new AppError('conflict', `${host} is the address of the platform.`);
  return host;
}

/** The text that proves a domain. It is different for every account, website and domain. */
function proofText({ services, caller }: Context, websiteId: string, domain: string): string {
  const text = [caller.tenantId, websiteId, domain].join(' ');
  return `atrium-site=${createHmac('sha256', services.vault.derive('domains of websites')).update(text).digest('hex').slice(0, 40)}`;
}

/** The records that a domain needs, with the current values in DNS. */
export async function checkDomain(context: Context, websiteId: string, domain: string): Promise<DnsRecord[]> {
  const { dnsServers } = context.services.settings.outgoing;
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers([...dnsServers]);
  const proof = proofText(context, websiteId, domain);
  const name = `_atrium.${domain}`;
  const txt = await lookUp(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join('')));
  const target = new URL(context.services.publicUrl()).hostname;
  const cname = await lookUp(() => resolver.resolveCname(domain));
  return [
    {
      type: 'TXT',
      name,
      value: proof,
      purpose: 'Proves that the domain is yours.',
      ...txt,
      ok: txt.found.includes(proof),
    },
    {
      type: 'CNAME',
      name: domain,
      value: target,
      purpose: 'Leads visitors here. A domain without a prefix such as www needs an A or AAAA record instead.',
      ...cname,
      ok: cname.found.some((one) => one.toLowerCase() === target),
    },
  ];
}

async function lookUp(read: () => Promise<string[]>): Promise<{ found: string[]; error?: string }> {
  try {
    return { found: await read() };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (['ENOTFOUND', 'ENODATA'].includes(code)) return { found: [] };
    return {
      found: [],
      error: code === 'ETIMEOUT' ? 'No name server answered in time.' : `The lookup failed: ${code}.`,
    };
  }
}
