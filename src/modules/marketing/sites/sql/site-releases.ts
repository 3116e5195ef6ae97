import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { Manifest } from '../releases/manifest.ts';

/** Uses of file contents have this name, each with its own id. */
export const releaseUse = 'marketing.siteReleases';

export interface ReleaseEntry {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
}

interface NewRelease {
  readonly id: string;
  readonly websiteId: string;
  readonly createdBy: string | null;
  readonly manifest: Manifest;
  readonly useIds: readonly string[];
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
}

/** Inserts a release and returns its number. The lock on the website serialises its releases. */
export async function insertRelease(tx: Transaction, tenantId: string, release: NewRelease): Promise<number> {
  const { id, websiteId, createdBy, manifest, useIds, pages, files, bytes } = release;
  const [row] = await tx.query<{ number: number }>(
    `insert into site_releases (tenant_id, website_id, id, number, manifest, use_ids, pages, files, bytes, created_by)
     select $1::bigint, $2::uuid, $3::uuid, coalesce(max(number), 0) + 1, $4::jsonb, $5::uuid[], $6::int, $7::int, $8::bigint, $9::uuid
     from site_releases where tenant_id = $1::bigint and website_id = $2::uuid
     returning number`,
    [tenantId, websiteId, id, JSON.stringify(manifest), useIds, pages, files, bytes, createdBy],
  );
  return (row as { number: number }).number;
}

export async function readManifest(db: Queryable, tenantId: string, id: string): Promise<Manifest | undefined> {
  const [row] = await db.query<{ manifest: Manifest }>(
    `select r.* from ${scoped('r', `select r.manifest from site_releases r where ${inTenant('r')} and r.id = $2::uuid`)}`,
    [tenantId, id],
  );
  return row?.manifest;
}

export async function findRelease(
  db: Queryable,
  tenantId: string,
  websiteId: string,
  id: string,
): Promise<{ id: string; number: number; pages: number } | undefined> {
  const [row] = await db.query<{ id: string; number: number; pages: number }>(
    `select r.* from ${scoped(
      'r',
      `select r.id, r.number, r.pages from site_releases r
       where ${inTenant('r')} and r.website_id = $2::uuid and r.id = $3::uuid`,
    )}`,
    [tenantId, websiteId, id],
  );
  return row;
}

/** Releases of a website, newest first. */
export const listReleases = (db: Queryable, tenantId: string, websiteId: string): Promise<ReleaseEntry[]> =>
  db.query<ReleaseEntry>(
    `select r.* from ${scoped(
      'r',
      `select r.id, r.number, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
         r.created_by as "createdBy", r.pages, r.files, r.bytes::float8 as bytes
       from site_releases r where ${inTenant('r')} and r.website_id = $2::uuid order by r.number desc`,
    )}`,
    [tenantId, websiteId],
  );

/** Deletes all but the newest releases. The daily cleaning removes contents that nothing else uses. */
export const deleteOldReleases = (
  tx: Transaction,
  tenantId: string,
  websiteId: string,
  kept: number,
  liveId: string,
): Promise<unknown> =>
  tx.query(
    `with old as (
       delete from site_releases where tenant_id = $1::bigint and website_id = $2::uuid and id <> $5::uuid and id in (
         select id from site_releases where tenant_id = $1::bigint and website_id = $2::uuid
         order by number desc offset $3::int)
       returning use_ids
     )
     delete from file_uses where tenant_id = $1::bigint and model = $4::text
       and record_id in (select unnest(use_ids) from old)`,
    [tenantId, websiteId, kept, releaseUse, liveId],
  );

export const deleteReleases = (tx: Transaction, tenantId: string, websiteIds: readonly string[]): Promise<unknown> =>
  tx.query(
    `with old as (
       delete from site_releases where tenant_id = $1::bigint and website_id = any($2::uuid[]) returning use_ids
     )
     delete from file_uses where tenant_id = $1::bigint and model = $3::text
       and record_id in (select unnest(use_ids) from old)`,
    [tenantId, websiteIds, releaseUse],
  );
