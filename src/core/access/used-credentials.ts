import type { Caller, Origin } from './caller.ts';

/** A used API key, with its caller and the addresses of the clients. */
export interface UsedKey {
  readonly caller: Caller;
  /** The first request from each IP address. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** The sessions and keys that were used in a period. */
export interface UsedCredentials {
  /** Tenant ids by session id. */
  readonly sessions: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, UsedKey>;
}

/** The maximum of recorded addresses of a key in one period. */
const maxAddresses = 20;

/** Records which sessions and keys requests use. It runs on every request, so it only writes to maps. */
export class UsedCredentialRecorder {
  #sessions = new Map<string, string>();
  #keys = new Map<string, { caller: Caller; origins: Map<string, Origin> }>();

  addSession(sessionId: string, tenantId: string): void {
    this.#sessions.set(sessionId, tenantId);
  }

  /** Copies only the parts of the request that security events show, so that the request can be garbage-collected. */
  addKey(keyId: string, caller: Caller, origin: Origin | undefined): void {
    let used = this.#keys.get(keyId);
    if (!used) {
      used = { caller, origins: new Map() };
      this.#keys.set(keyId, used);
    }
    if (!origin || used.origins.size >= maxAddresses) return;
    const { ip } = origin;
    if (used.origins.has(ip)) return;
    const { hostname, protocol, headers } = origin;
    used.origins.set(ip, { ip, hostname, protocol, headers: { 'user-agent': headers['user-agent'] } });
  }

  /** Returns the credentials that were used since the last call, and starts a new period. */
  take(): UsedCredentials {
    const used = { sessions: this.#sessions, keys: this.#keys };
    this.#sessions = new Map();
    this.#keys = new Map();
    return used;
  }
}
