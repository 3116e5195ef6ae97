import { Problem } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';

/** The types of registered actions. */
export const actionTypes = ['create', 'update', 'delete', 'navigate', 'openUrl', 'export', 'webhook', 'custom'];

/** The actions that every screen has. `save` is for forms. */
export const builtInActions: readonly string[] = [...actionTypes, 'save'];

/** The console uses the first of these keys whose value is a text. */
const keysOf = ['type', 'key', 'action'];

/** The keys of a list of actions. Throws when an entry has no key. */
export function actionKeys(actions: unknown): string[] {
  return (Array.isArray(actions) ? actions : []).map((action: unknown) => {
    const key = isJsonObject(action)
      ? keysOf.map((name) => action[name]).find((one) => typeof one === 'string')
      : action;
    if (typeof key !== 'string')
      throw new Problem('invalid_type', 'must have keys such as create, or objects with the key as type');
    return key;
  });
}
