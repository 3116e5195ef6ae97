import type { Context } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { asPlatformIn } from '../tenant-context/platform-context.ts';

type UserRecord = Readonly<Record<string, JsonValue>>;

export function usersModel({ registry }: Context): Model {
  const model = registry.find('identity', 'users');
  if (!model) throw new Error('identity.users is missing');
  return model;
}

/** Creates a user as the caller of the context, and returns the id. */
export const createUser = async (context: Context, record: UserRecord): Promise<string> =>
  (await invoke(context, operations.create, usersModel(context), { record })).id;

/** Updates a user as the platform, regardless of the caller's permissions. */
export function updateUserAsPlatform(context: Context, id: string, record: UserRecord) {
  const { tenantId, accountKey } = context.caller;
  const platform = asPlatformIn(context, { id: tenantId, accountKey });
  return invoke(platform, operations.update, usersModel(context), { id, record });
}
