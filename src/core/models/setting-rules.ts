import type { Context } from '../context.ts';
import type { JsonValue } from '../fields/field.ts';

/**
 * Validates the value of a setting for its writer. Throws a Problem, whose message continues a sentence that begins
 * with `value`.
 */
export type SettingRule = (value: JsonValue, context: Context) => void | Promise<void>;

/** A setting that a module uses: the check of its value, and the scope that may write it in addition to `ui:admin`. */
interface DeclaredSetting {
  readonly check: SettingRule;
  /** Callers with this scope may write the setting. Defaults to the admin scope of the module that declares it. */
  readonly writeScope?: string;
}

export type SettingDeclarations = Readonly<Record<string, SettingRule | DeclaredSetting>>;

declare module '../context.ts' {
  interface Services {
    /** The settings of all modules, by their keys in lower case. Settings without a declaration accept any value. */
    readonly settingRules: ReadonlyMap<string, Required<DeclaredSetting>>;
  }
}

/** The settings that modules declare, by their keys in lower case. */
export function collectSettings(
  modules: readonly { readonly key: string; readonly settingRules: SettingDeclarations }[],
): Map<string, Required<DeclaredSetting>> {
  const settings = new Map<string, Required<DeclaredSetting>>();
  for (const { key: moduleKey, settingRules } of modules) {
    for (const [key, declared] of Object.entries(settingRules)) {
      const { check, writeScope = `${moduleKey}:admin` }: DeclaredSetting =
        typeof declared === 'function' ? { check: declared } : declared;
      settings.set(key.toLowerCase(), { check, writeScope });
    }
  }
  return settings;
}
