import fs from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartupError } from '#lib/startup-error.ts';
import { readVersion } from '../src/version.ts';
import { type DataSource, dataSourceOf, fail, hasEmbedded, withOwner } from './backup/connect.ts';
import { dump } from './backup/dump.ts';
import { type Header, type SecretFile, secretFiles } from './backup/header.ts';

const usage = `npm run backup -- <file> [--force] [--without-secrets]

Writes one file with all data of all tenants, as of one moment, while the server runs or not. The database is that of
DATABASE_URL, or the embedded one in DATA_DIR (./data when it is not set).

  --force            replaces the file when it exists
  --without-secrets  leaves out the secrets that Atrium created in DATA_DIR; store them elsewhere, a restore needs them
  --help             shows this
`;

interface Arguments {
  readonly file: string;
  readonly force: boolean;
  readonly withSecrets: boolean;
}

function readArguments(words: readonly string[]): Arguments {
  const files = words.filter((word) => !word.startsWith('--'));
  const unknown = words.find((word) => word.startsWith('--') && !['--force', '--without-secrets'].includes(word));
  if (unknown !== undefined)
    throw new StartupError(`npm run backup does not know ${unknown}; see npm run backup -- --help`);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new StartupError('Name one file: npm run backup -- <file>');
  const given = path.resolve(file);
  return { file: given, force: words.includes('--force'), withSecrets: !words.includes('--without-secrets') };
}

const requireNew = (file: string, force: boolean): void => {
  if (!force && fs.existsSync(file))
    throw new StartupError(`${file} exists: choose another name, or replace it with --force.`);
};

/** The secrets that Atrium created. Those from the environment are not part of a backup. */
function readSecrets({ dataDir }: DataSource): Header['secrets'] {
  const found = Object.keys(secretFiles).flatMap((name) => {
    const file = path.join(dataDir, 'secrets', name);
    const fromEnvironment = process.env[secretFiles[name as SecretFile]];
    return fromEnvironment || !fs.existsSync(file) ? [] : [[name, fs.readFileSync(file, 'utf8').trim()]];
  });
  return Object.fromEntries(found);
}

/**
 * Writes a temporary file and renames it when it is complete and on disk, so that an incomplete backup never gets the
 * name.
 */
async function writeAtomically(
  file: string,
  force: boolean,
  write: (out: fs.WriteStream) => Promise<void>,
): Promise<void> {
  const partial = `${file}.partial-${process.pid}`;
  try {
    // The file contains all data, so only its owner may read it. `flush` waits until it is on disk.
    await write(fs.createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }));
    requireNew(file, force);
    fs.renameSync(partial, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

/** Writes the renaming to disk too. Windows cannot open a folder, and does not need this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) return void process.stdout.write(usage);
  const { file, force, withSecrets } = readArguments(words);
  const source = dataSourceOf(process.env);
  if (source.databaseUrl === undefined && !hasEmbedded(source))
    throw new StartupError(`There is no database in ${source.dataDir}: set DATA_DIR or DATABASE_URL as for npm start.`);
  requireNew(file, force);
  if (!fs.existsSync(path.dirname(file))) throw new StartupError(`There is no folder ${path.dirname(file)}.`);
  const secrets = withSecrets ? readSecrets(source) : {};
  const about = { atrium: readVersion().version, createdAt: new Date().toISOString(), secrets };
  let rows = 0;
  await writeAtomically(file, force, async (disk) => {
    const gzip = createGzip({ level: 6 });
    const written = finished(gzip.pipe(disk));
    gzip.on('error', (error) => disk.destroy(error));
    // End the dump at once on an error, such as a full disk.
    disk.on('error', (error) => gzip.destroy(error));
    await Promise.all([
      withOwner(source, async (client) => {
        const ending = await dump(client, gzip, about);
        rows = Object.values(ending.rows).reduce((sum, count) => sum + count, 0);
      }).then(
        () => gzip.end(),
        (error: Error) => {
          gzip.destroy();
          disk.destroy(error);
          throw error;
        },
      ),
      written,
    ]);
  });
  const size = (fs.statSync(file).size / 1024 / 1024).toFixed(1);
  process.stdout.write(`${rows} rows are in ${file} (${size} MB).\n${aboutSecrets(secrets)}\n`);
}

function aboutSecrets(included: Header['secrets']): string {
  const names = Object.entries(secretFiles);
  const missing = names.filter(([name]) => included[name as SecretFile] === undefined).map(([, variable]) => variable);
  if (missing.length === 0)
    return 'It also holds JWT_SECRET and ENCRYPTION_KEY, so anyone with the file can read all data. Keep it as safe as the secrets.';
  return `It does not hold ${missing.join(' and ')}: store them separately. Without ENCRYPTION_KEY, secret fields cannot be read.`;
}

main().catch(fail);
