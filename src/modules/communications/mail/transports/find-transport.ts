import { Type } from 'typebox';
import { type Context, inTransaction, queryable } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach, saveChange } from '#core/operations/update.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { clearTransportFailures, readTransportUrl } from './sql/transport-url.ts';
import type { TransportSettings } from './transports.ts';

export const transportRoute = '/api/communications/email-transports/:id';

export const transportPath = { id: Type.String({ description: 'The id of the transport.' }) };

function transportModel({ registry }: Context): Model {
  const model = registry.find('communications', 'emailTransports');
  if (!model) throw new Error('communications.emailTransports is missing');
  return model;
}

/** The settings of a transport that the caller may change, with its password. */
export async function findTransport(context: Context, givenId: string): Promise<TransportSettings> {
  const id = givenId.toLowerCase();
  if (!isId(id)) throw notFound(`Email transport ${givenId}`);
  const { body } = await invoke(context, operations.get, transportModel(context), { id, query: {} });
  const sealed = await readTransportUrl(queryable(context), context.caller.tenantId, id);
  if (sealed === undefined) throw notFound(`Email transport ${givenId}`);
  return transportSettings(JSON.parse(body) as RecordObject, context.services.vault.decrypt(sealed));
}

/** `record` is a record of emailTransports, as operations return it. */
const transportSettings = (record: RecordObject, url: string): TransportSettings => ({
  id: String(record._id),
  url,
  fromEmail: (record.fromEmail ?? null) as string | null,
  fromName: (record.fromName ?? null) as string | null,
  maxConnections: Number(record.maxConnections ?? 5),
  dkimDomain: (record.dkimDomain ?? null) as string | null,
  returnPathDomain: (record.returnPathDomain ?? null) as string | null,
});

type TransportStatus = 'ok' | 'failing' | 'stopped';

interface StatusChange {
  readonly status?: TransportStatus;
  readonly reason?: string | null;
  readonly testedAt?: Date;
}

/**
 * Writes the status of a transport as an ordinary update, so that events and webhooks include it. `ok` also ends its
 * pause. Throws `not_found` when the transport was deleted.
 */
export const saveTransportStatus = (
  context: Context,
  id: string,
  { status, reason = null, testedAt }: StatusChange,
): Promise<void> =>
  inTransaction(context, async (within) => {
    const model = transportModel(within);
    const { before, previous } = await lockWithinReach(within, within.caller.access.grant(model, 'write'), id);
    const field = (key: string) => model.fields.get(key) as Field;
    const values = new Map<Field, JsonValue>();
    if (testedAt) values.set(field('testedAt'), testedAt.toISOString());
    if (status !== undefined) {
      values.set(field('statusReason'), reason);
      if (status !== previous.status) {
        values.set(field('status'), status);
        values.set(field('statusChangedAt'), new Date().toISOString());
      }
      if (status === 'ok') await clearTransportFailures(within, id);
    }
    await saveChange(within, model, before, values);
  });
