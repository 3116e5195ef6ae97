import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { callbackInput, callbackPath, callbackPathOf, requireProvider } from '../../oauth/providers.ts';

/**
 * Apple sends the browser back with a cross-site POST, which does not carry the SameSite=Lax cookie. This action only
 * redirects to the GET callback, which does carry it.
 */
export const forwardOAuth = defineAction({
  name: 'identity.forwardOAuth',
  summary: 'Takes the form by which some providers send the browser back',
  routes: [{ method: 'POST', path: callbackPath }],
  errorPages: true,
  access: 'public',
  takes: { kind: 'form' },
  status: 303,
  input: callbackInput,
  output: Type.Null(),
  async run({ services }, { provider: name, code, state, error, iss, user }) {
    const provider = requireProvider(services, name);
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ code, state, error, iss, user })) {
      if (value !== undefined) query.set(key, value);
    }
    return { body: null, redirect: `${callbackPathOf(provider)}?${query}` };
  },
});
