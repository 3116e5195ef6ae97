import fs from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartupError } from '#lib/startup-error.ts';
import { readVersion } from '../src/version.ts';
import { fail, hasEmbedded, type Place, placeOf, withOwner } from './backup/connect.ts';
import { dump } from './backup/dump.ts';
import { type Header, type SecretFile, secretFiles } from './backup/header.ts';

const usage = `npm run backup -- <file> [--force] [--without-secrets]

Writes one file with all data of all tenants, as of one moment, while the server runs or not. The database is that of
DATABASE_URL, or the embedded one in DATA_DIR (./data when it is not set).

  --force            replaces the file when it exists
  --without-secrets  leaves out the secrets that Atrium has made in DATA_DIR; keep them apart, the backup needs them
  --help             shows this
`;

interface Arguments {
  readonly file: string;
  readonly force: boolean;
  readonly withSecrets: boolean;
}

function readArguments(words: readonly string[]): Arguments {
  const files = words.filter((word) => !word.startsWith('--'));
  const wrong = words.find((word) => word.startsWith('--') && !['--force', '--without-secrets'].includes(word));
  if (wrong !== undefined)
    throw new StartupError(`npm run backup does not know ${wrong}; see npm run backup -- --help`);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new StartupError('Name one file: npm run backup -- <file>');
  const given = path.resolve(file);
  return { file: given, force: words.includes('--force'), withSecrets: !words.includes('--without-secrets') };
}

const exists = (file: string, force: boolean): void => {
  if (!force && fs.existsSync(file))
    throw new StartupError(`${file} exists: choose another name, or replace it with --force.`);
};

/** Those that Atrium made; what the environment says stays with the operator. */
function readSecrets({ dataDir }: Place): Header['secrets'] {
  const found = Object.keys(secretFiles).flatMap((name) => {
    const file = path.join(dataDir, 'secrets', name);
    const fromEnvironment = process.env[secretFiles[name as SecretFile]];
    return fromEnvironment || !fs.existsSync(file) ? [] : [[name, fs.readFileSync(file, 'utf8').trim()]];
  });
  return Object.fromEntries(found);
}

/** Written under another name and moved when it is whole and on disk, so that no half of a backup has its name. */
async function writeWhole(file: string, force: boolean, write: (out: fs.WriteStream) => Promise<void>): Promise<void> {
  const partial = `${file}.partial-${process.pid}`;
  try {
    // It holds everything, so it is for its owner alone. `flush` has the disk confirm it.
    await write(fs.createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }));
    exists(file, force);
    fs.renameSync(partial, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

/** The name is on disk as well. Windows cannot open a folder, and does not need it. */
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
  const place = placeOf(process.env);
  if (place.databaseUrl === undefined && !hasEmbedded(place))
    throw new StartupError(`There is no database in ${place.dataDir}: set DATA_DIR or DATABASE_URL as for npm start.`);
  exists(file, force);
  if (!fs.existsSync(path.dirname(file))) throw new StartupError(`There is no folder ${path.dirname(file)}.`);
  const secrets = withSecrets ? readSecrets(place) : {};
  const about = { atrium: readVersion().version, createdAt: new Date().toISOString(), secrets };
  let rows = 0;
  await writeWhole(file, force, async (disk) => {
    const gzip = createGzip({ level: 6 });
    const written = finished(gzip.pipe(disk));
    gzip.on('error', (error) => disk.destroy(error));
    // A full disk ends the dump at once.
    disk.on('error', (error) => gzip.destroy(error));
    await Promise.all([
      withOwner(place, async (client) => {
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

function aboutSecrets(held: Header['secrets']): string {
  const names = Object.entries(secretFiles);
  const missing = names.filter(([name]) => held[name as SecretFile] === undefined).map(([, variable]) => variable);
  if (missing.length === 0)
    return 'It also holds JWT_SECRET and ENCRYPTION_KEY, so anyone with the file can read all data. Keep it as safe as the secrets.';
  return `It does not hold ${missing.join(' and ')}: keep them apart. Without ENCRYPTION_KEY, secret fields cannot be read.`;
}

main().catch(fail);
