import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import pino from 'pino';
import { createApp } from '../src/app.ts';
import { adminPassword, testConfig } from './cluster.ts';
import { Client, type Json, type Reply, type TestApp } from './harness.ts';

/** Paths, and users with an address and a password, for the security tests. */

const auth = '/api/identity/auth';
export const loginPath = `${auth}/login`;
export const logoutPath = `${auth}/logout`;
export const forgotPath = `${auth}/forgot-password`;
export const resetPath = `${auth}/reset-password`;
export const changePath = `${auth}/change-password`;
export const registerPath = `${auth}/register`;
export const verifyPath = `${auth}/verify-email`;
export const resendPath = `${auth}/resend-verification`;
export const acceptPath = `${auth}/accept-invitation`;
export const sessionsPath = '/api/identity/sessions';
export const invitationsPath = '/api/identity/invitations';
export const usersPath = '/api/identity/users';
export const rolesPath = '/api/identity/roles';
export const provisionPath = '/api/identity/account-provisioning/provision';
export const contactsPath = '/api/sales/contacts';

export const password = adminPassword;
export const newPassword = 'another quiet evening';
export const wrongPassword = 'not the right one';

export const unique = (): string => randomBytes(5).toString('hex');
export const newAddress = (name = 'person'): string => `${name}-${unique()}@example.com`;

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly accountKey: string;
  /** A session of the person. */
  readonly client: Client;
}

/** Creates a user with the given roles, or with a new role, and signs in. */
export async function person(
  app: TestApp,
  { permissions = [], roles, by = app.admin }: { permissions?: string[]; roles?: string[]; by?: Client } = {},
): Promise<Person> {
  const email = newAddress();
  const role = `role-${unique()}`;
  if (!roles) await by.create(rolesPath, { name: role, permissions });
  const { _id } = await by.create(usersPath, { email, password, roles: roles ?? [role] });
  const client = await app.login(email, password, by.accountKey);
  return { id: _id, email, accountKey: by.accountKey, client };
}

export const signIn = (
  { anonymous }: Pick<TestApp, 'anonymous'>,
  email: string,
  given: string,
  more: { accountKey?: string; from?: string } = {},
): Promise<Reply> =>
  anonymous.post(
    loginPath,
    { email, password: given, ...(more.accountKey !== undefined && { accountKey: more.accountKey }) },
    more.from === undefined ? {} : { 'x-forwarded-for': more.from },
  );

/** The status of one operation, sent as a bulk request. */
export async function bulk(by: Client, path: string, operation: Json): Promise<number> {
  const reply = await by.post(`${path}/bulk`, { operations: [operation], atomic: false });
  const status = reply.body?.results?.[0]?.status;
  if (typeof status !== 'number') throw new Error(`POST ${path}/bulk answered ${reply.status}: ${reply.text}`);
  return status;
}

/** Runs `count` calls concurrently. */
export const times = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));

/** The answer without the request id, which differs in each. */
export const answerOf = ({ status, body }: Reply): Json => {
  const { requestId: _requestId, ...error } = body?.error ?? {};
  return { status, body: body?.error ? { ...body, error } : body };
};

export const withToken = (app: Pick<TestApp, 'url'>, token: string): Client => new Client(app.url, token);

/** Opens the registration of a tenant. */
export const openRegistration = ({ sql }: Pick<TestApp, 'sql'>, accountKey: string): Promise<unknown> =>
  sql(`update tenants set settings = '{"registrationOpen": true}' where account_key = $1`, [accountKey]);

/** Counts the password comparisons of a server from now on. */
export function countComparisons({ app }: Pick<TestApp, 'app'>): () => number {
  const passwords = app.services.passwords as { matches(given: string, hashed: string | null): Promise<boolean> };
  const matches = passwords.matches.bind(passwords);
  let count = 0;
  passwords.matches = (given, hashed) => {
    count += 1;
    return matches(given, hashed);
  };
  return () => count;
}

/**
 * Starts another node on the database of `of`, in the same process. Either node may send a mail, so `env` gives both
 * the same mail folder.
 */
export async function secondNode(of: TestApp, env: Record<string, string>, passwordCost?: number) {
  const node = await createApp({
    config: testConfig(env),
    connection: of.connection,
    log: pino({ level: 'silent' }),
    ...(passwordCost !== undefined && { passwordCost }),
  });
  await node.server.listen({ host: '127.0.0.1', port: 0 });
  after(() => node.close());
  const { port } = node.server.server.address() as AddressInfo;
  return { app: node, anonymous: new Client(`http://127.0.0.1:${port}`) };
}
