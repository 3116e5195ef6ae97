import { StartupError } from '#lib/startup-error.ts';
import { type PlatformName, platformNames } from '../platform-names.ts';

export interface PlatformClient {
  readonly id: string;
  readonly secret: string;
}

export interface SocialSettings {
  /** Clients that the operator has registered at platforms. Other platforms cannot be connected by consent. */
  readonly clients: Readonly<Partial<Record<PlatformName, PlatformClient>>>;
  /** Addresses that replace those of the platforms. The operator chose them, so they may be in the private network. */
  readonly baseUrls: Readonly<Partial<Record<PlatformName, string>>>;
  /** Addresses for videos that replace those of the platforms. */
  readonly videoUrls: Readonly<Partial<Record<PlatformName, string>>>;
  /** Time limit of one request to a platform. */
  readonly timeoutMs: number;
  /** Delays of lookups for a post that may have been published, after the call and after each lookup. */
  readonly lookupDelaysMs: readonly number[];
  readonly inboxEveryMs: number;
  readonly metricsEveryMs: number;
}

declare module '#core/context.ts' {
  interface Settings {
    readonly social: SocialSettings;
  }
}

interface Variables {
  text(name: string): string | undefined;
  durationMs(name: string, standard: string): number;
  durationsMs(name: string, standard: string): readonly number[];
}

export function readSocialSettings(variables: Variables): SocialSettings {
  const each = <T>(read: (variable: (part: string) => string) => T | undefined) =>
    Object.freeze(
      Object.fromEntries(
        platformNames.flatMap((name) => {
          const value = read((part) => `SOCIAL_${name.toUpperCase()}_${part}`);
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    );
  return Object.freeze({
    clients: each((variable) => readClient(variables, variable)),
    baseUrls: each((variable) => readBaseUrl(variables, variable('BASE_URL'))),
    videoUrls: each((variable) => readBaseUrl(variables, variable('VIDEO_URL'))),
    timeoutMs: variables.durationMs('SOCIAL_TIMEOUT', '30s'),
    lookupDelaysMs: variables.durationsMs('SOCIAL_LOOKUP_DELAYS', '15s,2m,10m'),
    inboxEveryMs: variables.durationMs('SOCIAL_INBOX_INTERVAL', '5m'),
    metricsEveryMs: variables.durationMs('SOCIAL_METRICS_INTERVAL', '6h'),
  });
}

function readClient(variables: Variables, variable: (part: string) => string): PlatformClient | undefined {
  const [id, secret] = [variables.text(variable('CLIENT_ID')), variables.text(variable('CLIENT_SECRET'))];
  if ((id === undefined) !== (secret === undefined)) {
    const [set, missing] = id === undefined ? ['CLIENT_SECRET', 'CLIENT_ID'] : ['CLIENT_ID', 'CLIENT_SECRET'];
    throw new StartupError(`${variable(set)} is set, but ${variable(missing)} is not. Set both or neither.`);
  }
  return id === undefined || secret === undefined ? undefined : Object.freeze({ id, secret });
}

function readBaseUrl(variables: Variables, name: string): string | undefined {
  const text = variables.text(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new StartupError(`${name} must be an http or https address without a query, not "${text}".`);
  return text.replace(/\/+$/, '');
}
