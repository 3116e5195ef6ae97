/**
 * What the platform itself needs of modules, and the only file of the core that names one. Every record refers to users, whose teams decide what is
 * reached, and the content of every file record may come from a stored file. The registry checks that a module has these models, with these fields.
 */
export const platformModels = {
  users: 'identity.users',
  teams: 'identity.teams',
  teamMembers: 'identity.teamUsers',
  storedFiles: 'data.storedFiles',
} as const;

/** Keys of the fields of these models that statements of the core read. */
export const platformFields: Readonly<Record<keyof typeof platformModels, readonly string[]>> = {
  users: ['email'],
  teams: [],
  teamMembers: ['teamId', 'userId'],
  storedFiles: ['name', 'mimeType', 'size', 'sha256', 'storageKey'],
};

export const platformScopes = {
  /** Reads and changes users, sessions and keys of others: security events, and what gives lasting control of an account. */
  accounts: 'identity:admin',
  /** Sets dates that the platform otherwise guarantees. It also changes the schema. */
  imports: 'data:admin',
} as const;

/** Where a client signs in, for answers to those who have not. */
export const signInPath = '/api/identity/auth/login';

/** Where a client reads a job: the Location of an answer 202. */
export const jobPath = (id: string): string => `/api/data/jobs/${id}`;

/** The setting of a tenant that says whether users make links that anybody can open. */
export const publicLinksKey = 'data.publicLinks';
