import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { type ProviderName, settingOf, variablePrefix } from '../configuration/environment.ts';
import type { Configuration } from '../configuration/read-configuration.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  /** The values of the provider's setting, without its key. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** True when the tenant or the server has a key for the provider. */
export const hasKey = ({ services }: Context, { providers }: Configuration, name: ProviderName): boolean =>
  (providers.get(name)?.secret ?? services.settings.ai.providers[name].apiKey) !== undefined;

/**
 * The key of the tenant's setting, or else of the environment. Throws an error that names the setting when there is
 * none.
 */
export function credentialsFor({ services }: Context, configuration: Configuration, name: ProviderName): Credentials {
  const { settings, vault } = services;
  const { apiKey, baseUrl } = settings.ai.providers[name];
  const setting = configuration.providers.get(name);
  const own = setting?.secret == null ? undefined : vault.decrypt(setting.secret);
  const key = own ?? apiKey;
  const settingKey = settingOf(name);
  if (key === undefined)
    throw new AppError(
      'ai_not_configured',
      `There is no key for ${name}: save one as secretValue of the setting ${settingKey} (POST /api/ui/settings), or set ${variablePrefix[name]}_API_KEY on the server.`,
      [{ field: settingKey, code: 'ai_not_configured', message: `The setting ${settingKey} is missing.` }],
    );
  return { apiKey: key, baseUrl, options: providerOptions(configuration, name) };
}

/** Returns the values of the provider's setting, without its key. */
export function providerOptions({ providers }: Configuration, name: ProviderName): Credentials['options'] {
  const options = providers.get(name)?.value;
  return options !== null && typeof options === 'object' ? { ...options } : {};
}
