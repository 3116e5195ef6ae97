import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { escapeHtml } from '#lib/html.ts';
import { contextOf } from '../auth/session.ts';
import { mountPath } from '../mount.ts';
import { acceptsPages, noScriptElement, resultElement, sendPage } from './page.ts';

const labels: Readonly<Record<string, string>> = { twitter: 'X' };
const labelOf = (name: string): string => labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The first page: a form to sign in, or, with a session, its user and the next steps. */
export function mountStartPage(server: FastifyInstance, services: Services): void {
  const providers = Object.entries(services.settings.oauth).flatMap(([name, settings]) => (settings ? [name] : []));
  mountPath(server, '/', {
    GET: async (request, reply) => {
      if (!acceptsPages(request))
        throw new AppError('not_found', 'There is nothing at GET /; programs find the reference at /openapi.json.');
      const session = await optionalSession(request, services);
      const main = session ? signedInMain(session) : signInMain(providers);
      return sendPage(reply.header('vary', 'accept, cookie'), { title: 'Atrium', main, script: 'start.js' });
    },
  });
}

async function optionalSession(request: FastifyRequest, services: Services): Promise<Context | undefined> {
  try {
    return await contextOf(request, services);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

const firstSteps = `
      <h2>First steps</h2>
      <ul>
        <li><a href="/docs">The reference</a>: every model and operation, to read and to try.</li>
        <li>A program signs in with an API key: <code>POST /api/identity/apiKeys</code>.</li>
        <li>A colleague gets an invitation by mail: <code>POST /api/identity/invitations</code>.</li>
      </ul>`;

function signInMain(providers: readonly string[]): string {
  const providerLinks = providers.map(
    (name) =>
      `<li><a class="button" data-provider href="/api/identity/auth/${name}">Sign in with ${labelOf(name)}</a></li>`,
  );
  return `
      <h1>Sign in to Atrium</h1>
      <form id="form" method="post" hidden>
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required>
        <label for="account">Account <span class="hint">(optional)</span></label>
        <input id="account" name="accountKey" autocomplete="organization" maxlength="63" aria-describedby="account-hint">
        <p id="account-hint" class="hint">The key of your account. Leave it out if your account is the only one here.</p>
        <button type="submit" id="send">Sign in</button>
      </form>
      ${providerLinks.length > 0 ? `<ul class="choices">${providerLinks.join('')}</ul>` : ''}
      ${resultElement}
      ${noScriptElement}
      <p class="hint">The first start of a server prints the password of its admin, once.</p>
      ${firstSteps}`;
}

function signedInMain({ caller: { email, accountKey, roles } }: Context): string {
  return `
      <h1>You are signed in</h1>
      <dl>
        <dt>User</dt><dd>${escapeHtml(email ?? 'the platform')}</dd>
        <dt>Account</dt><dd>${escapeHtml(accountKey)}</dd>
        <dt>Roles</dt><dd>${escapeHtml(roles.join(', ') || 'none')}</dd>
      </dl>
      <p>Requests of this browser are made as this user, those of the reference too.</p>
      ${firstSteps}
      <button type="button" class="plain" id="sign-out">Sign out</button>
      ${resultElement}`;
}
