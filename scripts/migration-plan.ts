import pg from 'pg';
import { createStatements, tableDefinitions } from '#core/derive/ddl.ts';
import { introspect, type SchemaSnapshot } from '#core/derive/introspect.ts';
import { planMigration } from '#core/derive/migration.ts';
import type { Registry } from '#core/registry.ts';
import { type ConnectionSettings, clientConfig, type Queryable } from '#db/database.ts';
import { migrate, migrationsFolder } from '#db/migrator.ts';

/** What is missing in the migrations for the models to hold: nothing, in a commit that is complete. */
export async function migrationPlan(admin: ConnectionSettings, registry: Registry): Promise<string[]> {
  const tables = tableDefinitions(registry);
  const has = await snapshot(admin, 'plan_migrated', async (client) => {
    await migrate(client, migrationsFolder);
  });
  const wants = await snapshot(admin, 'plan_models', async (client) => {
    await migrate(client, migrationsFolder, (file) => file.startsWith('0001-'));
    for (const statement of createStatements(tables)) await client.query(statement);
  });
  return planMigration(has, wants, tables);
}

async function snapshot(
  admin: ConnectionSettings,
  name: string,
  build: (client: pg.Client) => Promise<void>,
): Promise<SchemaSnapshot> {
  const owner = new pg.Client(clientConfig(admin));
  await owner.connect();
  await owner.query(`drop database if exists ${name}`);
  await owner.query(`create database ${name}`);
  const client = new pg.Client(clientConfig({ ...admin, database: name }));
  await client.connect();
  try {
    await build(client);
    const db: Queryable = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
    return await introspect(db);
  } finally {
    await client.end();
    await owner.query(`drop database ${name}`);
    await owner.end();
  }
}
