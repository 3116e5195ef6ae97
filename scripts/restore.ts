import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { createFolder } from '#lib/folders.ts';
import { StartupError } from '#lib/startup-error.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/open-database.ts';
import { readMigrations } from './backup/catalog.ts';
import { type DataSource, dataSourceOf, fail, hasEmbedded, withOwner } from './backup/connect.ts';
import { damaged, type Frame, readFrames } from './backup/frames.ts';
import { format, formatVersion, type Header, type SecretFile, secretFiles } from './backup/header.ts';
import { load } from './backup/load.ts';

const usage = `npm run restore -- <file>

Loads a backup into an empty database: that of DATABASE_URL, or a new embedded one in DATA_DIR (./data when it is not set).
All of it is restored or nothing. Secrets that the backup holds are written to DATA_DIR/secrets, unless the environment
sets JWT_SECRET and ENCRYPTION_KEY.
`;

async function readHeader(frames: AsyncGenerator<Frame>): Promise<Header> {
  const { value } = await frames.next();
  if (value?.kind !== 'header') throw damaged('it does not begin as a backup');
  const header = JSON.parse(value.content.toString()) as Header;
  if (header.format !== format) throw new StartupError('This is not a backup of Atrium.');
  if (header.formatVersion !== formatVersion)
    throw new StartupError(`The backup was made by Atrium ${header.atrium}: restore it with that version.`);
  return header;
}

/** Requires an unused database before anything is created, so that a folder with a database is not changed. */
function requireUnused(source: DataSource): void {
  if (source.databaseUrl === undefined && hasEmbedded(source))
    throw new StartupError(
      `${source.dataDir} has a database already: set DATA_DIR to an empty folder, or move that one away.`,
    );
}

/** Writes the secrets of the backup. Returns a function that deletes them. */
function writeSecrets({ dataDir }: DataSource, { secrets }: Header): () => void {
  const needed = Object.entries(secretFiles).filter(([, variable]) => !process.env[variable]);
  const missing = needed.filter(([name]) => secrets[name as SecretFile] === undefined).map(([, variable]) => variable);
  if (missing.length > 0)
    throw new StartupError(
      `The backup does not hold ${missing.join(' and ')}: set what the server had when it was made.`,
    );
  const files = needed.map(
    ([name]) => [path.join(dataDir, 'secrets', name), secrets[name as SecretFile] ?? ''] as const,
  );
  for (const [file, secret] of files) {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8').trim() !== secret)
      throw new StartupError(`${file} holds another secret than the backup: set DATA_DIR to an empty folder.`);
  }
  const written = files.filter(([file]) => !fs.existsSync(file));
  createFolder(dataDir);
  createFolder(path.join(dataDir, 'secrets'), 0o700);
  for (const [file, secret] of written) fs.writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return () => {
    for (const [file] of written) fs.rmSync(file, { force: true });
  };
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) return void process.stdout.write(usage);
  const [file] = words;
  if (file === undefined || words.length > 1) throw new StartupError('Name one file: npm run restore -- <file>');
  if (!fs.existsSync(file)) throw new StartupError(`There is no file ${path.resolve(file)}.`);
  const source = dataSourceOf(process.env);
  requireUnused(source);
  const input = fs.createReadStream(file);
  const gunzip = createGunzip();
  input.on('error', (error) => gunzip.destroy(error));
  const frames = readFrames(input.pipe(gunzip));
  const header = await readHeader(frames);
  const deleteSecrets = writeSecrets(source, header);
  try {
    await restoreInto(source, header, frames);
  } catch (error) {
    deleteSecrets();
    // This run created the cluster, and without data it is useless.
    if (source.databaseUrl === undefined)
      fs.rmSync(path.join(source.dataDir, 'postgres'), { recursive: true, force: true });
    throw error;
  }
}

async function restoreInto(source: DataSource, header: Header, frames: AsyncGenerator<Frame>): Promise<void> {
  const database = await openDatabase(readConfig(process.env));
  try {
    await withOwner(source, async (client) => {
      const migrations = await readMigrations(client);
      if (!isDeepStrictEqual(migrations, header.migrations))
        throw new StartupError(
          `The backup was made by Atrium ${header.atrium} with migration ${header.migrations.at(-1)}, and this version ends with ${migrations.at(-1)}: restore it with that version, then upgrade.`,
        );
      const { rows } = await load(client, header, frames);
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      process.stdout.write(
        `${total} rows of ${header.createdAt} were restored. Start Atrium with the same settings.\n`,
      );
    });
  } finally {
    await database.close();
  }
}

main().catch(fail);
