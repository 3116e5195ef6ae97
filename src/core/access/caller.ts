import { Access } from './access.ts';

/** Who asks. Every operation runs for a caller, and sees only what that caller may. */
export interface Caller {
  readonly tenantId: string;
  readonly accountKey: string;
  /** Null when the platform itself acts. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly access: Access;
  /** The session or the API key that was shown; neither when the platform itself acts. */
  readonly sessionId?: string;
  readonly keyId?: string;
}

/** Where a request came from; a request of the HTTP server is one. */
export interface Origin {
  readonly ip: string;
  readonly hostname: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of the client; once it is destroyed, nobody waits for the answer. */
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
