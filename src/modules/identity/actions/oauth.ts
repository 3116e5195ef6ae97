import { randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { Type } from 'typebox';
import { suspended, type Tenant } from '#core/access/directory.ts';
import { type Action, type ActionContext, defineAction } from '#core/action.ts';
import { type Context, inTransaction, type Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { isId } from '#lib/ids.ts';
import { newOneTime } from '#lib/one-time-token.ts';
import { subdomainOf } from '#lib/subdomain.ts';
import { identitiesOf, unlinkIdentity } from '../oauth/identities.ts';
import type { Person } from '../oauth/profile.ts';
import type { Returned } from '../oauth/protocol.ts';
import { readReturnTo } from '../oauth/return-to.ts';
import { credentialNames, isProviderName, labelOf, type Provider, providerNames } from '../oauth/settings.ts';
import { keepPending, lifetimeSeconds, type Pending, takePending } from '../oauth/states.ts';
import { userOf } from '../oauth/user-of.ts';
import { accountKey, signedIn } from '../schemas.ts';
import { signIn } from '../sign-in.ts';
import { tenantOf } from '../tenant-of.ts';

const beginPath = '/api/identity/auth/:provider';
const callbackPath = `${beginPath}/callback`;
const browserCookie = 'platform_oauth';
const cookiePath = '/api/identity/auth';
const longest = 4096;

const provider = Type.String({ maxLength: 100, description: `One of ${providerNames.join(', ')}.` });
const returned = Type.Optional(Type.String({ maxLength: longest }));
/** Providers send further parameters, each its own; they are not looked at. */
const returnedInput = Type.Object({
  provider,
  code: returned,
  state: returned,
  error: returned,
  iss: returned,
  user: returned,
});
const nothing = Type.Null();

/** Sign-ins that one network begins; each is a row until it ends. */
const begins: Rate = { name: 'sign-ins elsewhere', most: 600, perMs: 60_000 };

const begin = defineAction({
  name: 'identity.beginOAuth',
  summary: 'Sends the browser to a provider to sign in there, or to link an identity to the signed-in user',
  routes: [{ method: 'GET', path: beginPath }],
  errorPages: true,
  access: 'public',
  status: 302,
  input: Type.Object(
    {
      provider,
      accountKey,
      returnTo: Type.Optional(
        Type.String({ maxLength: 2000, description: 'A path of this site, to go to once signed in.' }),
      ),
      link: Type.Optional(
        Type.Union([Type.Literal('true'), Type.Literal('false')], {
          description: 'Links the identity to the user who is signed in.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: nothing,
  async run(context, { provider: name, accountKey: named, returnTo, link }) {
    const { services } = context;
    const at = providerOf(services, name);
    await services.rates.enter(context, begins, networkOf(context.origin?.ip ?? ''));
    const goTo = returnTo === undefined ? null : readReturnTo(returnTo);
    const linker = link === 'true' ? await whoLinks(context, named) : undefined;
    const tenant = await tenantToEnter(context, linker?.accountKey ?? named);
    const state = newOneTime(tenant.id);
    const begun = await atProvider(context, at, ({ beginLogin }) =>
      beginLogin(at, redirectUri(services, at), state.token),
    );
    const browser = randomBytes(32).toString('base64url');
    await keepPending(context, tenant.id, {
      state,
      provider: at.name,
      browser,
      begun,
      userId: linker?.userId ?? null,
      returnTo: goTo,
    });
    return { body: null, redirect: begun.url, cookies: [cookieFor(context, browser)] };
  },
});

const finish = defineAction({
  name: 'identity.finishOAuth',
  summary:
    'Signs in whom the provider sent back: the token as JSON for those who accept it, else a cookie and a redirect',
  routes: [{ method: 'GET', path: callbackPath }],
  errorPages: true,
  access: 'public',
  input: returnedInput,
  output: Type.Union([signedIn, nothing]),
  async run(context, { provider: name, ...answer }) {
    const { services } = context;
    const at = providerOf(services, name);
    const pending = await takePending(context, answer.state ?? '', at.name, browserOf(context));
    if (!pending) throw notBegun(at);
    const person = await whoReturned(context, at, answer, pending);
    const tenant = await services.directory.tenantById(pending.tenantId);
    if (!tenant) throw notBegun(at);
    const link = pending.userId === null ? null : { userId: pending.userId, askedAt: pending.begunAt };
    const userId = await userOf(context, tenant, { provider: at.name, person, link });
    const { body, sessionToken } = await signIn(context, tenant, userId, at.name);
    if (acceptsJson(context)) return { body, sessionToken };
    return { body: null, sessionToken, redirect: pending.returnTo ?? '/', status: 303 };
  },
});

/**
 * Apple sends the browser back with a form of its own site, to which browsers do not add the cookie. So the form is turned
 * into a plain visit, which has it; nothing else happens here.
 */
const forward = defineAction({
  name: 'identity.forwardOAuth',
  summary: 'Takes the form by which some providers send the browser back',
  routes: [{ method: 'POST', path: callbackPath }],
  errorPages: true,
  access: 'public',
  form: true,
  status: 303,
  input: returnedInput,
  output: nothing,
  async run({ services }, { provider: name, code, state, error, iss, user }) {
    const at = providerOf(services, name);
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ code, state, error, iss, user })) {
      if (value !== undefined) query.set(key, value);
    }
    return { body: null, redirect: `${callbackOf(at)}?${query}` };
  },
});

const identity = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  provider: Type.String(),
  issuer: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String({ format: 'date-time' }),
});

const list = defineAction({
  name: 'identity.listIdentities',
  summary: 'The identities at other providers that you can sign in with',
  routes: [{ method: 'GET', path: '/api/identity/identities' }],
  access: 'signed-in',
  managesCredentials: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ data: Type.Array(identity) }),
  async run(context) {
    const { userId } = personOf(context);
    return { body: { data: await inTransaction(context, (within) => identitiesOf(within, userId)) } };
  },
});

const unlink = defineAction({
  name: 'identity.unlinkIdentity',
  summary: 'Takes an identity from you; not the last one of somebody without a password',
  routes: [{ method: 'DELETE', path: '/api/identity/identities/:id' }],
  access: 'signed-in',
  managesCredentials: true,
  status: 204,
  input: Type.Object({ id: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  output: nothing,
  async run(context, { id }) {
    const { userId } = personOf(context);
    if (!isId(id)) throw new AppError('not_found', `The identity ${id} was not found.`);
    await inTransaction(context, (within) => unlinkIdentity(within, userId, id));
    return { body: null };
  },
});

export const oauthActions: readonly Action[] = [begin, finish, forward, list, unlink];

function providerOf({ settings }: Services, name: string): Provider {
  if (!isProviderName(name)) {
    throw new AppError('not_found', `There is no provider ${name}; there are ${providerNames.join(', ')}.`);
  }
  const found = settings.oauth[name];
  if (found) return found;
  const [id, secret] = credentialNames(name);
  throw new AppError(
    'not_found',
    `Sign-in with ${labelOf(name)} is not set up: the operator must set ${id} and ${secret}.`,
  );
}

const callbackOf = ({ name }: Provider): string => callbackPath.replace(':provider', name);

const redirectUri = (services: Services, at: Provider): string => `${services.publicUrl()}${callbackOf(at)}`;

async function tenantToEnter(context: Context, named: string | undefined): Promise<Tenant> {
  const tenant = await tenantOf(context, named);
  if (!tenant) throw new AppError('not_found', 'There is no such account; check the accountKey.');
  if (tenant.status === 'suspended') throw suspended();
  return tenant;
}

interface SignedInPerson {
  readonly userId: string;
  readonly accountKey: string;
}

/** How somebody signs in is theirs to change: neither the platform nor an API key does. */
function personOf({ caller: { userId, accountKey: key, keyId } }: Context): SignedInPerson {
  if (userId === null || keyId !== undefined) {
    throw new AppError('forbidden', 'Identities belong to people: sign in, rather than use an API key.');
  }
  return { userId, accountKey: key };
}

/** Who asks for an identity to be linked. Another site must not make a browser ask for it. */
async function whoLinks(context: ActionContext, named: string | undefined): Promise<SignedInPerson> {
  if (context.origin?.headers['sec-fetch-site'] === 'cross-site') {
    throw new AppError('forbidden', 'Linking an identity must begin on a page of this site.');
  }
  const session = await context.session?.();
  if (!session) throw new AppError('unauthenticated', 'Sign in first; then link the identity.');
  const linker = personOf(session);
  if (named !== undefined && named !== linker.accountKey) {
    throw new AppError('forbidden', `You are signed in to ${linker.accountKey}, not to the account that you named.`);
  }
  return linker;
}

/** Binds the return to the browser that began. The return is at the public host, wherever it was begun. */
function cookieFor({ services: { publicHost, publicUrl }, origin }: Context, value: string): string {
  const elsewhere = publicHost !== undefined && origin && subdomainOf(origin.hostname, publicHost) !== undefined;
  return stringifySetCookie({
    name: browserCookie,
    value,
    path: cookiePath,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl().startsWith('https:'),
    maxAge: lifetimeSeconds,
    ...(elsewhere && { domain: publicHost }),
  });
}

function browserOf({ origin }: Context): string | undefined {
  const cookie = origin?.headers.cookie;
  return typeof cookie === 'string' ? parseCookie(cookie)[browserCookie] : undefined;
}

const acceptsJson = ({ origin }: Context): boolean => /\bapplication\/json\b/i.test(String(origin?.headers.accept));

function whoReturned(context: Context, at: Provider, answer: Returned, pending: Pending): Promise<Person> {
  const { nonce, verifier } = pending;
  const expected = { redirectUri: redirectUri(context.services, at), state: answer.state ?? '', nonce, verifier };
  return atProvider(context, at, ({ finishLogin }) => finishLogin(at, answer, expected), answer.error);
}

/** Loaded by the first who needs it: the library behind it takes 7 MB, and most installations have no provider. */
const loadProtocol = () => import('../oauth/protocol.ts');
type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

/** What goes wrong at a provider, or on the way there, means that nobody is signed in; the log says why. */
async function atProvider<T>(
  { services: { log }, requestId }: Context,
  { name }: Provider,
  run: (protocol: Protocol) => Promise<T>,
  error?: string,
): Promise<T> {
  const protocol = await loadProtocol();
  try {
    return await run(protocol);
  } catch (failure) {
    log.warn({ requestId, provider: name, reason: protocol.reasonOf(failure) }, 'a sign-in at a provider failed');
    const refused = error === 'access_denied' || error === 'user_cancelled_authorize';
    throw new AppError(
      'unauthenticated',
      refused
        ? `${labelOf(name)} did not sign you in, because access was refused there; begin again if that was not meant.`
        : `${labelOf(name)} did not confirm who you are; begin again in a moment.`,
    );
  }
}

const notBegun = ({ name }: Provider): AppError =>
  new AppError(
    'unauthenticated',
    `This sign-in was not begun in this browser, was finished already or took longer than ten minutes; begin again at /api/identity/auth/${name}.`,
  );
