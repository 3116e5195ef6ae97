import type { Partition } from './catalog.ts';

export const format = 'atrium-backup';
export const formatVersion = 1;

/** Names of secrets' files in DATA_DIR/secrets, with the variable that overrides each file. */
export const secretFiles = { 'jwt-secret': 'JWT_SECRET', 'encryption-key': 'ENCRYPTION_KEY' } as const;
export type SecretFile = keyof typeof secretFiles;

/** The first frame of a backup. */
export interface Header {
  readonly format: typeof format;
  readonly formatVersion: number;
  readonly atrium: string;
  readonly createdAt: string;
  readonly migrations: readonly string[];
  readonly partitions: readonly Partition[];
  /** Secrets that Atrium created. Those from the environment are not included, because the operator has them. */
  readonly secrets: Partial<Record<SecretFile, string>>;
}

/** The content of a `table` frame. */
export interface TableHeader {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** The last frame. */
export interface Ending {
  readonly sequences: Readonly<Record<string, string>>;
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}
