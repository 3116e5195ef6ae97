/**
 * The models and settings of modules that the platform itself needs. This is the only file of the core that names
 * modules. Every record references users, teams decide which records a user reaches, the content of a file record
 * may come from a stored file, sums of several currencies need rates, and rules of the tenant find duplicates. The
 * registry checks that a module has these models with these fields.
 */
export const platformModels = {
  users: 'identity.users',
  teams: 'identity.teams',
  teamMembers: 'identity.teamUsers',
  storedFiles: 'data.storedFiles',
  exchangeRates: 'sales.exchangeRates',
  duplicateRules: 'data.duplicateRules',
} as const;

/** Keys of the fields of these models that statements of the core read. */
export const platformFields: Readonly<Record<keyof typeof platformModels, readonly string[]>> = {
  users: ['email'],
  teams: [],
  teamMembers: ['teamId', 'userId'],
  storedFiles: ['name', 'mimeType', 'size', 'sha256', 'storageKey'],
  exchangeRates: ['currency', 'rate', 'validFrom'],
  duplicateRules: ['model', 'match', 'method', 'onCreate', 'active'],
};

export const platformScopes = {
  /**
   * Reads and changes users, sessions and keys of others, and security events: it gives lasting control of an account.
   */
  accounts: 'identity:admin',
  /** Sets dates that the platform otherwise guarantees. The same scope changes the schema. */
  imports: 'data:admin',
} as const;

/** The path where a client signs in, for answers to unauthenticated requests. */
export const signInPath = '/api/identity/auth/login';

/** The path where a client reads a job, for the Location header of a 202 answer. */
export const jobPath = (id: string): string => `/api/data/jobs/${id}`;

/** The path where a status that records use is merged into another one, for the refusal to delete it. */
export const mergeStatusesPath = '/api/data/statuses/merge';

/** The setting of a tenant that allows users to create public links. */
export const publicLinksKey = 'data.publicLinks';
