import { Type } from 'typebox';
import type { Database, Transaction } from '#db/database.ts';
import type { Vault } from '#lib/vault.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Registry } from '../models/registry.ts';
import { inUseSince, type SecretPair } from '../secrets.ts';
import { defineJob, type Job } from './job.ts';

/** Where values that the vault sealed are kept, beside the secret fields of models. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The key of the value, in a column that holds JSON. */
  readonly key?: string;
  /** Only these rows hold a sealed value. */
  readonly where?: string;
}

export interface NodeSecrets {
  readonly encryptionKey: SecretPair<Buffer>;
  readonly jwtSecret: SecretPair<string>;
  readonly jwtLifetimeMs: number;
}

const batch = 200;

/** Of the core itself. */
const ownColumns: readonly SealedColumn[] = [
  { table: 'idempotency_keys', column: 'body', where: 'sealed' },
  { table: 'jobs', column: 'input', key: 'sealed', where: `name = 'mail.send'` },
];

/** The secret fields of the models of a tenant; hashed ones are not sealed. */
const columnsOf = (registry: Registry): SealedColumn[] =>
  registry.models.flatMap(({ table, fields }) =>
    [...fields.values()]
      .filter(({ type, declared }) => type.seal && !declared.hash)
      .map(({ column, customId }) =>
        column === null ? { table, column: 'custom', key: String(customId) } : { table, column: `"${column}"` },
      ),
  );

/** Deleted secret fields, which can be restored with their values. */
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
  readonly place: string;
  readonly sealed: string;
}

const valueIn = ({ column, key }: SealedColumn): string => (key === undefined ? column : `${column}::jsonb->>'${key}'`);

/** What another key sealed, in the order of the table, from a place on. */
const findOld = (tx: Transaction, tenantId: string, column: SealedColumn, prefix: string, after: string) =>
  tx.query<SealedRow>(
    `select ctid::text as place, ${valueIn(column)} as sealed from ${column.table}
     where tenant_id = $1::bigint and ctid > $3::tid and ${valueIn(column)} is not null
       and not starts_with(${valueIn(column)}, $2::text) and ${column.where ?? 'true'}
     order by ctid limit ${batch}`,
    [tenantId, prefix, after],
  );

/** Not a change of the record: no version, no event. A value that somebody replaced meanwhile is left alone. */
async function writeNew(
  tx: Transaction,
  tenantId: string,
  place: SealedColumn,
  rows: readonly (SealedRow & { readonly fresh: string })[],
): Promise<number> {
  const { table, column, key } = place;
  const fresh =
    key === undefined
      ? 'u.fresh'
      : `jsonb_set(${column}::jsonb, array['${key}'], to_jsonb(u.fresh))${column === 'custom' ? '' : '::json'}`;
  const written = await tx.query(
    `update ${table} t set ${column} = ${fresh} from unnest($2::tid[], $3::text[], $4::text[]) u(place, sealed, fresh)
     where t.tenant_id = $1::bigint and t.ctid = u.place and ${valueIn(place)} = u.sealed returning 1`,
    [tenantId, rows.map(({ place: at }) => at), rows.map(({ sealed }) => sealed), rows.map((row) => row.fresh)],
  );
  return written.length;
}

async function opened(vault: Vault, row: SealedRow): Promise<(SealedRow & { fresh: string }) | undefined> {
  try {
    return { ...row, fresh: await vault.encrypt(vault.decrypt(row.sealed)) };
  } catch {
    // Sealed with a key that this node does not know: it could not be read before either.
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
      const rows = await findOld(tx, tenantId, column, vault.prefix, from);
      if (rows.length === 0) return undefined;
      const fresh = (await Promise.all(rows.map((row) => opened(vault, row)))).filter((row) => row !== undefined);
      counts.unreadable += rows.length - fresh.length;
      if (fresh.length > 0) counts.written += await writeNew(tx, tenantId, column, fresh);
      return rows.length < batch ? undefined : rows.at(-1)?.place;
    });
  }
}

/**
 * Encrypts anew what an earlier ENCRYPTION_KEY encrypted. What is done is recognised by the id of the key in each value, so
 * the job may be interrupted anywhere and goes on when it runs again.
 */
export const resealJob = (secrets: NodeSecrets, moduleColumns: readonly SealedColumn[]): Job =>
  defineJob({
    name: 'platform.reseal',
    summary: 'Encrypts with the current key what an earlier one encrypted',
    input: Type.Object({}, { additionalProperties: false }),
    cron: '23 * * * *',
    // A node that has the old settings may get it first; another one gets a later try.
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
        const ofFields = [...columnsOf(registry), ...(await deletedColumns(db, id, registry))];
        const columns = [...ownColumns, ...moduleColumns, ...ofFields];
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
