import { randomBytes } from 'node:crypto';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { StartupError } from '#lib/startup-error.ts';
import type { Config } from './config.ts';
import { provisionTenant } from './modules/identity/tenants/provision.ts';

/** Creates the default tenant and its admin, once. Returns the password when it was generated. */
export async function firstStart(services: Services, config: Config): Promise<string | undefined> {
  if (await services.directory.tenantByKey(config.defaultAccountKey)) return undefined;
  const password = config.adminPassword ?? randomBytes(15).toString('base64url');
  try {
    await services.db.transaction(null, (tx) =>
      provisionTenant(services, tx, 'first-start', {
        accountKey: config.defaultAccountKey,
        adminEmail: config.adminEmail,
        adminPassword: password,
        plan: 'standard',
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // When several nodes start together on one database, only one creates the tenant.
    if (error.code === 'conflict') return undefined;
    const names: Record<string, string> = { adminEmail: 'ADMIN_EMAIL', adminPassword: 'ADMIN_PASSWORD' };
    throw new StartupError(error.message.replace(/^\w+/, (field) => names[field] ?? field));
  }
  services.directory.invalidateAll();
  return config.adminPassword === undefined ? password : undefined;
}
