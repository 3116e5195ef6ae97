import { Type } from 'typebox';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { credentialNames, isProviderName, labelOf, type Provider, providerNames } from './settings.ts';

export const beginPath = '/api/identity/auth/:provider';
export const callbackPath = `${beginPath}/callback`;

export const providerInput = Type.String({ maxLength: 100, description: `One of ${providerNames.join(', ')}.` });

const callbackParameter = Type.Optional(Type.String({ maxLength: 4096 }));

/** Providers send further parameters, which are ignored. */
export const callbackInput = Type.Object({
  provider: providerInput,
  code: callbackParameter,
  state: callbackParameter,
  error: callbackParameter,
  iss: callbackParameter,
  user: callbackParameter,
});

export function requireProvider({ settings }: Services, name: string): Provider {
  if (!isProviderName(name)) {
    throw new AppError('not_found', `There is no provider ${name}; there are ${providerNames.join(', ')}.`);
  }
  const provider = settings.oauth[name];
  if (provider) return provider;
  const [id, secret] = credentialNames(name);
  throw new AppError(
    'not_configured',
    `Sign-in with ${labelOf(name)} is not set up: the operator must set ${id} and ${secret}.`,
  );
}

export const callbackPathOf = ({ name }: Provider): string => callbackPath.replace(':provider', name);

export const redirectUriOf = (services: Services, provider: Provider): string =>
  `${services.publicUrl()}${callbackPathOf(provider)}`;
