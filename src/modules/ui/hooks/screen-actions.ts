import { Problem } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';

/** The types of registered actions. */
export const actionTypes = ['create', 'update', 'delete', 'navigate', 'openUrl', 'export', 'webhook', 'custom'];

/** The actions of every screen. A form is saved. */
export const builtInActions: readonly string[] = [...actionTypes, 'save'];

/** The console reads an object by the first of these that is a text. */
const keysOf = ['type', 'key', 'action'];

/** The keys that a list of actions names. Throws when an entry names none. */
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
