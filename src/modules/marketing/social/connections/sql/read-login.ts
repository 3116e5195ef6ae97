import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** A connection with its secrets, which are encrypted. */
export interface StoredLogin {
  readonly id: string;
  readonly platform: string;
  readonly status: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly handle: string | null;
  readonly serverUrl: string | null;
  readonly ownerId: string | null;
  readonly limits: unknown;
  /** Null when the platform did not state an expiry. */
  readonly expiresInMs: number | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly appPassword: string | null;
  readonly webhookSecret: string | null;
}

/** Undefined when the connection does not exist. */
export async function readLogin(db: Queryable, tenantId: string, id: string): Promise<StoredLogin | undefined> {
  const [row] = await db.query<StoredLogin>(
    `select c.* from ${scoped(
      'c',
      `select c.id, c.platform, coalesce(c.status, 'active') as status, c.name, c.external_id as "externalId", c.handle,
         c.server_url as "serverUrl", c.owner_id as "ownerId", c.limits,
         (extract(epoch from c.expires_at - clock_timestamp()) * 1000)::float8 as "expiresInMs",
         c.access_token as "accessToken", c.refresh_token as "refreshToken", c.app_password as "appPassword",
         c.webhook_secret as "webhookSecret"
       from marketing_social_connections c where ${inTenant('c')} and c.id = $2::uuid`,
    )}`,
    [tenantId, id],
  );
  return row;
}
