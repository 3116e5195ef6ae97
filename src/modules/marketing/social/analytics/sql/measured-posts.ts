import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

const daysMeasured = 60;
const maxPosts = 200;

export interface MeasuredPost {
  readonly id: string;
  readonly externalId: string;
  readonly channelId: string | null;
}

/** The newest posts of an account whose numbers are still read. */
export const measuredPosts = (db: Queryable, tenantId: string, connectionId: string): Promise<MeasuredPost[]> =>
  db.query<MeasuredPost>(
    `select p.* from ${scoped(
      'p',
      `select p.id, p.external_id as "externalId", p.channel_id as "channelId" from marketing_social_posts p
       where ${inTenant('p')} and p.connection_id = $2::uuid and p.status = 'published' and p.external_id is not null
         and p.published_at > now() - interval '${daysMeasured} days'
       order by p.published_at desc, p.id desc limit ${maxPosts}`,
    )}`,
    [tenantId, connectionId],
  );
