import { Semaphore } from '#lib/semaphore.ts';

/** Files of one tenant that requests read at a time. Reading takes time of the main thread, which all tenants share. */
const filesAtOnce = 2;

interface Turns {
  readonly semaphore: Semaphore;
  users: number;
}

const turnsOfTenants = new Map<string, Turns>();

/** Runs when fewer than two other requests of the tenant read a file. */
export async function inFileTurn<T>(tenantId: string, run: () => Promise<T>): Promise<T> {
  const turns = turnsOfTenants.get(tenantId) ?? { semaphore: new Semaphore(filesAtOnce), users: 0 };
  turnsOfTenants.set(tenantId, turns);
  turns.users += 1;
  try {
    return await turns.semaphore.use(run);
  } finally {
    turns.users -= 1;
    if (turns.users === 0) turnsOfTenants.delete(tenantId);
  }
}
