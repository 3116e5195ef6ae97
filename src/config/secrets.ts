import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFolder } from '#lib/folders.ts';
import { StartupError } from '#lib/startup-error.ts';
import type { Variables } from './variables.ts';

interface Secrets {
  readonly jwtSecret: string;
  readonly jwtSecretPrevious: string | undefined;
  readonly encryptionKey: Buffer;
  readonly encryptionKeyPrevious: Buffer | undefined;
}

/** In production the operator sets the secrets. Elsewhere absent ones are created and stored in the data folder. */
export function readSecrets(variables: Variables, dataDir: string, production: boolean): Secrets {
  for (const name of ['JWT_SECRET', 'ENCRYPTION_KEY']) {
    if (production && variables.text(name) === undefined) {
      throw new StartupError(`${name} must be set when NODE_ENV is production.`);
    }
  }
  const stored = (name: string) => readOrCreateSecret(dataDir, name);
  const previousSecret = variables.text('JWT_SECRET_PREVIOUS');
  const previousKey = variables.text('ENCRYPTION_KEY_PREVIOUS');
  return {
    jwtSecret: jwtSecret('JWT_SECRET', variables.text('JWT_SECRET') ?? stored('jwt-secret')),
    jwtSecretPrevious: previousSecret && jwtSecret('JWT_SECRET_PREVIOUS', previousSecret),
    encryptionKey: encryptionKey('ENCRYPTION_KEY', variables.text('ENCRYPTION_KEY') ?? stored('encryption-key')),
    encryptionKeyPrevious: previousKey ? encryptionKey('ENCRYPTION_KEY_PREVIOUS', previousKey) : undefined,
  };
}

function jwtSecret(name: string, text: string): string {
  if (Buffer.byteLength(text) < 32) throw new StartupError(`${name} must be at least 32 bytes long.`);
  return text;
}

function encryptionKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new StartupError(`${name} must be 32 bytes in base64, for instance from: openssl rand -base64 32`);
  return key;
}

/** Stored, so that tokens and encrypted values stay valid after a restart. */
function readOrCreateSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets', name);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(file, error);
  }
  const secret = randomBytes(32).toString('base64');
  try {
    createFolder(dataDir);
    createFolder(path.dirname(file), 0o700);
    // `wx`: of two processes that start together, one writes the file and the other reads it.
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(file).isFile()) {
      return readFileSync(file, 'utf8').trim();
    }
    throw unwritable(dataDir, error);
  }
}

const unwritable = (file: string, error: unknown) =>
  new StartupError(
    `Cannot write to ${file} (${(error as NodeJS.ErrnoException).code ?? error}): make the folder writable or set DATA_DIR to another one.`,
  );
