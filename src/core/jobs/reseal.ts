import { Type } from 'typebox';
import type { Database, Transaction } from '#db/database.ts';
import type { Vault } from '#lib/vault.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Registry } from '../models/registry.ts';
import { inUseSince, type SecretPair } from '../secrets.ts';
import { defineJob, type Job } from './job.ts';

/** A column with encrypted values, in addition to the secret fields of models. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The key of the value in a JSON column. */
  readonly key?: string;
  /** The SQL condition for rows with an encrypted value. */
  readonly where?: string;
}

export interface NodeSecrets {
  readonly encryptionKey: SecretPair<Buffer>;
  readonly jwtSecret: SecretPair<string>;
  readonly jwtLifetimeMs: number;
}

const batchSize = 200;

const coreColumns: readonly SealedColumn[] = [
  { table: 'idempotency_keys', column: 'body', where: 'sealed' },
  { table: 'mail_outbox', column: 'sealed', where: 'sealed is not null' },
  { table: 'mail_outbox', column: 'sealed_link', where: 'sealed_link is not null' },
];

/** The secret fields of a tenant's models, without hashed fields, which are not encrypted. */
const columnsOf = (registry: Registry): SealedColumn[] =>
  registry.models.flatMap(({ table, fields }) =>
    [...fields.values()]
      .filter(({ type, declared }) => type.seal && !declared.hash)
      .map(({ column, customId }) =>
        column === null ? { table, column: 'custom', key: String(customId) } : { table, column: `"${column}"` },
      ),
  );

/** Deleted secret fields. They can be restored with their values, so the values must stay readable. */
async function deletedColumns(db: Database, tenantId: string, registry: Registry): Promise<SealedColumn[]> {
  const rows = await db.transaction(tenantId, (tx) =>
    tx.query<{ id: string; name: string }>(
      `select id, module_key || '.' || slug as name from deleted_fields
       where tenant_id = $1::bigint and not with_model and definition->>'type' = 'secret'`,
      [tenantId],
    ),
  );
  return rows.flatMap(({ id, name }) => {
    const table = registry.named(name)?.table;
    return table === undefined ? [] : [{ table, column: 'custom', key: id }];
  });
}

interface SealedRow {
  readonly ctid: string;
  readonly sealed: string;
}

interface ResealedRow extends SealedRow {
  readonly resealed: string;
}

const valueIn = ({ column, key }: SealedColumn): string => (key === undefined ? column : `${column}::jsonb->>'${key}'`);

/** Values that were encrypted with another key, in the order of `ctid`. */
const readOutdated = (tx: Transaction, tenantId: string, column: SealedColumn, prefix: string, after: string) =>
  tx.query<SealedRow>(
    `select ctid::text, ${valueIn(column)} as sealed from ${column.table}
     where tenant_id = $1::bigint and ctid > $3::tid and ${valueIn(column)} is not null
       and not starts_with(${valueIn(column)}, $2::text) and ${column.where ?? 'true'}
     order by ctid limit ${batchSize}`,
    [tenantId, prefix, after],
  );

/**
 * Writes values without a new version or event, because the record does not change. Skips values that were replaced
 * meanwhile.
 */
async function writeResealed(
  tx: Transaction,
  tenantId: string,
  sealedColumn: SealedColumn,
  rows: readonly ResealedRow[],
): Promise<number> {
  const { table, column, key } = sealedColumn;
  const value =
    key === undefined
      ? 'u.resealed'
      : `jsonb_set(${column}::jsonb, array['${key}'], to_jsonb(u.resealed))${column === 'custom' ? '' : '::json'}`;
  const written = await tx.query(
    `update ${table} t set ${column} = ${value} from unnest($2::tid[], $3::text[], $4::text[]) u(tid, known, resealed)
     where t.tenant_id = $1::bigint and t.ctid = u.tid and ${valueIn(sealedColumn)} = u.known returning 1`,
    [tenantId, rows.map(({ ctid }) => ctid), rows.map(({ sealed }) => sealed), rows.map(({ resealed }) => resealed)],
  );
  return written.length;
}

async function reseal(vault: Vault, row: SealedRow): Promise<ResealedRow | undefined> {
  try {
    return { ...row, resealed: await vault.encrypt(vault.decrypt(row.sealed)) };
  } catch {
    // The value was encrypted with a key that this node does not have, so it was unreadable before too.
    return undefined;
  }
}

interface Counts {
  written: number;
  unreadable: number;
}

async function resealColumn({ services }: Context, tenantId: string, column: SealedColumn, counts: Counts) {
  const { db, vault } = services;
  for (let after: string | undefined = '(0,0)'; after !== undefined; ) {
    const from: string = after;
    after = await db.transaction(tenantId, async (tx) => {
      const rows = await readOutdated(tx, tenantId, column, vault.prefix, from);
      if (rows.length === 0) return undefined;
      const resealed = (await Promise.all(rows.map((row) => reseal(vault, row)))).filter((row) => row !== undefined);
      counts.unreadable += rows.length - resealed.length;
      if (resealed.length > 0) counts.written += await writeResealed(tx, tenantId, column, resealed);
      return rows.length < batchSize ? undefined : rows.at(-1)?.ctid;
    });
  }
}

/**
 * Re-encrypts all values that an earlier ENCRYPTION_KEY encrypted. Each value contains the id of its key, so an
 * interrupted job continues where it stopped.
 */
export const resealJob = (secrets: NodeSecrets, moduleColumns: readonly SealedColumn[]): Job =>
  defineJob({
    name: 'platform.reseal',
    summary: 'Encrypts with the current key what an earlier one encrypted',
    input: Type.Object({}, { additionalProperties: false }),
    cron: '23 * * * *',
    // A node with the old settings may claim the job first and fail. A retry runs on another node.
    retry: { limit: 20, delay: '15s' },
    async run(context, _input, { progress, signal }) {
      const { db, directory, log } = context.services;
      const { encryptionKey, jwtSecret, jwtLifetimeMs } = secrets;
      if (jwtSecret.previous !== undefined) {
        const since = await inUseSince(db, 'JWT_SECRET', jwtSecret.current);
        const until = new Date((since?.getTime() ?? Date.now()) + jwtLifetimeMs).toISOString();
        log.info(`JWT_SECRET_PREVIOUS may be removed after ${until}: tokens that it signed have expired by then`);
      }
      if (!(await inUseSince(db, 'ENCRYPTION_KEY', encryptionKey.current)))
        throw new AppError('unavailable', 'Other nodes use a newer ENCRYPTION_KEY: restart this one with it.');
      if (encryptionKey.previous === undefined) return;
      const counts: Counts = { written: 0, unreadable: 0 };
      const tenants = await db.query<{ id: string }>('select id from tenants order by id');
      for (const [n, { id }] of tenants.entries()) {
        const registry = await directory.registry(id);
        const fieldColumns = [...columnsOf(registry), ...(await deletedColumns(db, id, registry))];
        const columns = [...coreColumns, ...moduleColumns, ...fieldColumns];
        for (const column of columns) await resealColumn(context, id, column, counts);
        if (signal.aborted) return;
        progress((n + 1) / tenants.length);
      }
      if (counts.unreadable > 0)
        log.warn(`${counts.unreadable} encrypted values were made with neither of the two keys, and stay as they are`);
      log.info(
        `${counts.written} values were encrypted with the new ENCRYPTION_KEY, and none is left: ` +
          'once every node runs with it, ENCRYPTION_KEY_PREVIOUS may be removed',
      );
    },
  });
