import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createStatements, tableDefinitions } from '#core/derive/ddl.ts';
import { introspect, type SchemaSnapshot } from '#core/derive/introspect.ts';
import { planMigration } from '#core/derive/migration.ts';
import type { Registry } from '#core/models/registry.ts';
import { type ConnectionSettings, clientConfig } from '#db/connection.ts';
import type { Queryable } from '#db/database.ts';
import { isHandWritten, migrate, migrationsFolder } from '#db/migrator.ts';

/**
 * Returns the statements that are missing in the migrations to create the tables of the models. Empty in a complete
 * commit.
 */
export async function migrationPlan(admin: ConnectionSettings, registry: Registry): Promise<string[]> {
  const tables = tableDefinitions(registry);
  // Several plans may run on one server at the same time.
  const suffix = randomBytes(4).toString('hex');
  const migrated = await snapshot(admin, `plan_migrated_${suffix}`, async (client) => {
    await migrate(client, migrationsFolder);
  });
  const declared = await snapshot(admin, `plan_models_${suffix}`, async (client) => {
    await migrate(client, migrationsFolder, (file) => file.startsWith('0001-'));
    await client.query(createStatements(tables).join(';\n'));
    await migrate(client, migrationsFolder, (file) => isHandWritten(file));
  });
  return planMigration(migrated, declared, tables);
}

async function snapshot(
  admin: ConnectionSettings,
  name: string,
  build: (client: pg.Client) => Promise<void>,
): Promise<SchemaSnapshot> {
  const owner = new pg.Client(clientConfig(admin));
  await owner.connect();
  const client = new pg.Client(clientConfig({ ...admin, database: name }));
  try {
    await owner.query(`create database ${name}`);
    await client.connect();
    await build(client);
    const db: Queryable = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
    return await introspect(db);
  } finally {
    await client.end();
    await owner.query(`drop database if exists ${name}`);
    await owner.end();
  }
}
