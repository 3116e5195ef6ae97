import { Access } from './access.ts';

declare module '../context.ts' {
  interface Context {
    readonly caller: Caller;
    /** Undefined in jobs. */
    readonly origin?: Origin;
  }
}

/** The user or key of a call. Every operation runs for a caller, with the permissions of that caller. */
export interface Caller {
  readonly tenantId: string;
  readonly accountKey: string;
  /** Null for the platform itself. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly access: Access;
  /** The session or the API key of the request. The platform itself has neither. */
  readonly sessionId?: string;
  readonly keyId?: string;
}

/** The origin of a request. A request of the HTTP server has this type. */
export interface Origin {
  readonly ip: string;
  readonly hostname: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The socket of the client. It is destroyed when the client has disconnected. */
  readonly socket?: { readonly destroyed: boolean };
}

/** The platform itself, acting in a tenant. */
export const systemCaller = (tenantId: string, accountKey: string): Caller => ({
  tenantId,
  accountKey,
  userId: null,
  email: null,
  roles: [],
  access: Access.system,
});
