import { isIP } from 'node:net';
import { pathToFileURL } from 'node:url';
import { readDatabaseUrl } from '#db/connection.ts';
import { filesUrlForm, readFilesUrl } from '#lib/file-storage/open.ts';
import { StartupError } from '#lib/startup-error.ts';
import {
  type BounceMailboxSettings,
  mailboxUrlForm,
  readMailboxUrl,
} from '../modules/communications/mail/delivery-reports/mailbox/settings.ts';
import type { Variables } from './variables.ts';

/** The error does not repeat the URL, because it contains a password. */
export function databaseUrl(variables: Variables): string | undefined {
  const text = variables.text('DATABASE_URL');
  if (text === undefined) return undefined;
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    throw new StartupError('DATABASE_URL must begin with postgres:// or postgresql://.');
  }
  const { hosts, connectionString = '' } = readDatabaseUrl(text);
  for (const address of hosts?.addresses ?? [connectionString]) {
    try {
      const { username, password, pathname } = new URL(address);
      for (const part of [username, password, pathname]) decodeURIComponent(part);
    } catch {
      throw new StartupError(
        'DATABASE_URL must be written postgres://user:password@host:port/database, percent-encoded where needed; several hosts are written host:port,host:port.',
      );
    }
  }
  return text;
}

/** The error does not repeat the URL, because it may contain a password. */
export function smtpUrl(variables: Variables): string | undefined {
  const text = variables.text('SMTP_URL');
  if (text !== undefined && !(/^smtps?:\/\/[^/?#]/.test(text) && URL.canParse(text))) {
    throw new StartupError('SMTP_URL must be written smtp://user:password@host:port or smtps://….');
  }
  return text;
}

/** The error does not repeat the URL, because it contains a password. */
export function bounceMailbox(variables: Variables): BounceMailboxSettings | undefined {
  const text = variables.text('BOUNCE_MAILBOX_URL');
  if (text === undefined) return undefined;
  try {
    return readMailboxUrl(text);
  } catch {
    throw new StartupError(`BOUNCE_MAILBOX_URL must be written ${mailboxUrlForm}.`);
  }
}

export const publicUrl = (variables: Variables): URL | undefined => baseUrl(variables, 'PUBLIC_URL');

/** Another origin than PUBLIC_URL, so that scripts of websites cannot use the console of somebody who is signed in. */
export function sitesUrl(variables: Variables): URL | undefined {
  const url = baseUrl(variables, 'SITES_URL');
  if (url === undefined) return undefined;
  if (url.origin === publicUrl(variables)?.origin)
    throw new StartupError(
      'SITES_URL must have another host than PUBLIC_URL: websites share no origin with the console.',
    );
  if (url.pathname !== '/') throw new StartupError('SITES_URL must have no path, because websites are below /sites.');
  return url;
}

function baseUrl(variables: Variables, name: string): URL | undefined {
  const text = variables.text(name);
  if (text === undefined) return undefined;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StartupError(`${name} must be an http or https address, not "${text}".`);
  }
  return new URL(text);
}

export function corsOrigins(variables: Variables): '*' | ReadonlySet<string> | undefined {
  const origins = variables.list('CORS_ORIGINS');
  if (origins === undefined) return undefined;
  if (origins.length === 1 && origins[0] === '*') return '*';
  const invalid = origins.find((origin) => !isOrigin(origin));
  if (invalid !== undefined)
    throw new StartupError(
      `CORS_ORIGINS must be * alone, or origins such as https://app.example.com without a path, separated by commas, not "${invalid}".`,
    );
  return new Set(origins.map((origin) => new URL(origin).origin));
}

const isOrigin = (text: string): boolean => /^https?:\/\/[^/?#@*\s]+$/i.test(text) && URL.canParse(text);

/** IP addresses with or without port: `10.0.0.2`, `10.0.0.2:5353`, `[fd00::2]:53`. */
export function dnsServers(variables: Variables): string[] {
  const servers = variables.list('WEBHOOK_DNS_SERVERS') ?? [];
  const invalid = servers.find((server) => !isIP(server.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')));
  if (invalid !== undefined)
    throw new StartupError(`WEBHOOK_DNS_SERVERS must be IP addresses, separated by commas, not "${invalid}".`);
  return servers;
}

/** The default is a folder. The URL is not repeated in the error, because it has a password. */
export function filesUrl(variables: Variables, folder: string): URL {
  const text = variables.text('FILES_URL');
  if (text === undefined) return pathToFileURL(folder);
  try {
    return readFilesUrl(text);
  } catch {
    throw new StartupError(`FILES_URL must be written ${filesUrlForm}.`);
  }
}
