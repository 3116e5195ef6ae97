import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import { defineService } from '#core/module-service.ts';
import { LruMap } from '#lib/lru.ts';
import type { Price } from '../prices/list-prices.ts';
import { checkSetting, settingKeys } from './check-setting.ts';
import { type ProviderName, providerNames, settingOf } from './environment.ts';
import type { Approval, KeepContent, Limits, SettingKey, ToolSettings } from './setting-shapes.ts';
import { readStored, type StoredSetting } from './sql/read-settings.ts';

/** The tenant's settings for all completions. */
export interface Configuration {
  readonly defaultModel: string | undefined;
  readonly approval: Approval;
  readonly tools: ToolSettings;
  readonly limits: Limits;
  /** The model that is asked when the provider of another model fails. */
  readonly failover: string | undefined;
  readonly keepContent: KeepContent;
  /** The settings with the keys of providers, still encrypted. */
  readonly providers: ReadonlyMap<ProviderName, StoredSetting>;
  /** The prices that the tenant has set; other models have the list price. */
  readonly prices: readonly Price[];
  /** Changes with every change of the configuration. */
  readonly stamp: string;
}

/** The keys of all settings, in lower case. */
export const configurationKeys: readonly string[] = [...settingKeys, ...providerNames.map(settingOf)].map((key) =>
  key.toLowerCase(),
);

const maxRemembered = 1000;
export const rememberedConfigurations = defineService({
  name: 'ai.rememberedConfigurations',
  make: () => new LruMap<string, Configuration>(maxRemembered),
});

/**
 * Returns the configuration that was read last, which may be stale. Callers must compare its stamp with the database
 * before they use it.
 */
export const rememberedConfiguration = ({ services, caller }: Context): Configuration | undefined =>
  services.of(rememberedConfigurations).get(caller.tenantId);

function remember({ services, caller }: Context, configuration: Configuration): Configuration {
  services.of(rememberedConfigurations).set(caller.tenantId, configuration);
  return configuration;
}

/** Reads the configuration with one statement. Throws an error that names the setting when a value is unusable. */
export async function readConfiguration(context: Context): Promise<Configuration> {
  const { settings, prices, stamp } = await readStored(context, configurationKeys);
  const stored = new Map(settings.map((setting) => [setting.key, setting]));
  const read = <T>(key: SettingKey, otherwise: T): T => {
    const value = stored.get(key.toLowerCase())?.value;
    if (value === undefined || value === null) return otherwise;
    requireUsable(key, value);
    return value as T;
  };
  return remember(context, {
    defaultModel: read<string | undefined>('ai.defaultModel', undefined),
    approval: read<Approval>('ai.approval', 'none'),
    tools: read<ToolSettings>('ai.tools', {}),
    limits: read<Limits>('ai.limits', {}),
    failover: read<string | undefined>('ai.failover', undefined),
    keepContent: read<KeepContent>('ai.keepContent', true),
    providers: new Map(
      providerNames.flatMap((name) => {
        const setting = stored.get(settingOf(name).toLowerCase());
        return setting ? [[name, setting] as const] : [];
      }),
    ),
    prices,
    stamp,
  });
}

/** Values are checked when they are saved, but one that was saved before its check existed may be wrong. */
function requireUsable(key: SettingKey, value: unknown): void {
  try {
    checkSetting(key, value);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = `The setting ${key} cannot be used: its value ${error.message}.`;
    throw new AppError('ai_not_configured', message, [{ field: key, code: error.code, message }]);
  }
}

/** The model of the request, or else the tenant's default. */
export function requireModelName({ defaultModel }: Configuration, given: string | undefined, field = 'model'): string {
  const model = given ?? defaultModel;
  if (model === undefined)
    throw invalid(field, 'required', 'is required, because the setting ai.defaultModel names no model');
  return model;
}
