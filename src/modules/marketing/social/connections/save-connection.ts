import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { socialConnections } from '../model-names.ts';
import type { PlatformName } from '../platform-names.ts';
import { findConnection } from './sql/find-connection.ts';
import { wakeAccount } from './sql/wake-account.ts';

export interface ConnectionValues {
  readonly platform: PlatformName;
  readonly name: string;
  readonly externalId: string | null;
  readonly [field: string]: JsonValue;
}

/**
 * Creates the connection of the caller, or reconnects the tenant's connection of the same account. Returns the record
 * and whether it is new.
 */
export function saveConnection(
  context: Context,
  values: ConnectionValues,
): Promise<{ record: RecordObject; isNew: boolean }> {
  return inTransaction(context, async (within) => {
    const { tenantId, userId } = within.caller;
    const existing =
      values.externalId === null
        ? undefined
        : await findConnection(within.tx, tenantId, values.platform, values.externalId);
    const platform = asPlatform(within);
    const model = socialConnections(within);
    const { id } =
      existing === undefined
        ? await invoke(platform, operations.create, model, { record: { ...values, ownerId: userId } })
        : await invoke(platform, operations.update, model, {
            id: existing,
            record: { ...values, status: 'active', error: null },
          });
    await wakeAccount(within.tx, tenantId, id);
    const { body } = await invoke(within, operations.get, model, { id, query: {} });
    return { record: JSON.parse(body) as RecordObject, isNew: existing === undefined };
  });
}
