import type { Partition } from './catalog.ts';

export const format = 'atrium-backup';
export const formatVersion = 1;

/** Secrets by the name of their file in DATA_DIR/secrets, and the variable that stands before the file. */
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
  /** Those that Atrium made itself. The others are the operator's, who keeps them apart. */
  readonly secrets: Partial<Record<SecretFile, string>>;
}

/** Of a `table` frame. */
export interface TableHeader {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** The last frame. */
export interface Ending {
  readonly sequences: Readonly<Record<string, string>>;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}
