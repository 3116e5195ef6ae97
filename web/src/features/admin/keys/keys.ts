import type { RecordData } from '~/api/records.ts';

export const keysPath = '/api/identity/apiKeys';

export interface ApiKey extends RecordData {
  readonly name: string;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly prefix: string | null;
  readonly userId: string | null;
  readonly lastUsedAt: string | null;
}

/** A new key. The secret is only in this answer. */
export interface CreatedKey extends ApiKey {
  readonly key: string;
}

export const isExpired = ({ expiresAt }: ApiKey): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();
