import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { socialConnections } from '../model-names.ts';
import type { PlatformName } from '../platform-names.ts';
import { socialChannel } from '../posts/sql/outbox-rows.ts';
import { findConnection } from './sql/find-connection.ts';

export interface ConnectionValues {
  readonly platform: PlatformName;
  readonly name: string;
  readonly externalId: string | null;
  readonly [field: string]: JsonValue;
}

/** Creates the connection of the caller, or connects the same account of the tenant again. Returns the record and whether it is new. */
export function saveConnection(
  context: Context,
  values: ConnectionValues,
): Promise<{ record: RecordObject; isNew: boolean }> {
  return inTransaction(context, async (within) => {
    const { tenantId } = within.caller;
    const existing =
      values.externalId === null
        ? undefined
        : await findConnection(within.tx, tenantId, values.platform, values.externalId);
    const id = existing ?? newId();
    if (existing === undefined) await insertMany(within, socialConnections(within), [{ id, values }]);
    else await reconnect(within, id, values);
    await within.tx.query(
      `insert into social_accounts (tenant_id, connection_id) values ($1::bigint, $2::uuid)
       on conflict (tenant_id, connection_id) do update set retry_at = null, failures = 0, inbox_at = now(), metrics_at = now()`,
      [tenantId, id],
    );
    await within.tx.query(`select pg_notify('${socialChannel}', '')`);
    const { body } = await invoke(within, operations.get, socialConnections(within), { id, query: {} });
    return { record: JSON.parse(body) as RecordObject, isNew: existing === undefined };
  });
}

const reconnect = (within: TransactionContext, id: string, values: ConnectionValues): Promise<unknown> =>
  updateMany(within, socialConnections(within), [{ id, values: { ...values, status: 'active', error: null } }]);
