import type { JsonValue } from '../fields/field.ts';

/** Checks the value of a setting. Throws a Problem, whose message continues a sentence that begins with `value`. */
export type SettingRule = (value: JsonValue) => void;

declare module '../context.ts' {
  interface Services {
    /** The rules of all modules, by the key of the setting in lower case. Settings without one take any value. */
    readonly settingRules: ReadonlyMap<string, SettingRule>;
  }
}
