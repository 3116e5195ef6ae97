import type pg from 'pg';

/**
 * Raises the epoch of every tenant when another cluster wrote the stored events. New events then sort after old ones,
 * although transaction ids start again. Call this before anything writes events.
 */
export async function raiseEpochsOnNewCluster(client: pg.Client): Promise<void> {
  const identifier = await systemIdentifier(client);
  await client.query(`begin; set local app.platform = 'on'`);
  try {
    const { rows } = await client.query<{ stored: string }>('select system_identifier as stored from cluster_identity');
    const stored = rows[0]?.stored;
    const comparable = identifier !== undefined && stored !== undefined;
    if (comparable ? identifier !== stored : await counterIsBehind(client))
      await client.query('update tenants set epoch = epoch + 1');
    if (identifier !== undefined && identifier !== stored) {
      await client.query(
        `insert into cluster_identity (system_identifier) values ($1)
         on conflict (single) do update set system_identifier = excluded.system_identifier`,
        [identifier],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * The identifier that initdb creates, which is the same on every standby. Undefined when the database user may not read
 * it, as on some managed servers.
 */
const systemIdentifier = (client: pg.Client): Promise<string | undefined> =>
  client
    .query<{ identifier: string }>('select system_identifier::text as identifier from pg_control_system()')
    .then(({ rows }) => rows[0]?.identifier)
    .catch(() => undefined);

/** True when an event or the position of a webhook has a transaction id that this cluster has not reached yet. */
async function counterIsBehind(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ behind: boolean }>(
    `select exists (
      select from tenants t where greatest(
        (select e.xid from events e where e.tenant_id = t.id order by e.xid desc, e.seq desc limit 1),
        (select max(w.xid) from webhook_endpoints w where w.tenant_id = t.id)
      ) >= place_in(t.epoch, pg_snapshot_xmax(pg_current_snapshot()))
    ) as behind`,
  );
  return rows[0]?.behind ?? false;
}
