import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export type PublicationKind = 'publish' | 'unpublish';

export interface BrokenLink {
  readonly pageId: string;
  readonly path: string;
  readonly link: string;
}

export interface PublicationResult {
  readonly releaseNumber: number | null;
  readonly url: string;
  readonly pages: number;
  readonly skippedDrafts: number;
  readonly brokenLinks: readonly BrokenLink[];
  readonly problems: readonly { readonly pageId: string; readonly path: string; readonly problem: string }[];
}

export interface Publication {
  readonly id: string;
  readonly jobId: string;
  readonly websiteId: string;
  readonly kind: PublicationKind;
  readonly pageIds: readonly string[] | null;
  readonly scheduledAt: string | null;
  readonly releaseId: string | null;
  readonly result: PublicationResult | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly finishedAt: string | null;
}

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `p.id, p.job_id as "jobId", p.website_id as "websiteId", p.kind, p.page_ids as "pageIds",
  ${iso('p.scheduled_at')} as "scheduledAt", p.release_id as "releaseId", p.result, p.error, ${iso('p.created_at')} as "createdAt",
  p.created_by as "createdBy", ${iso('p.finished_at')} as "finishedAt"`;

type NewPublication = Pick<
  Publication,
  'id' | 'jobId' | 'websiteId' | 'kind' | 'pageIds' | 'scheduledAt' | 'createdBy'
>;

export const insertPublication = (tx: Transaction, tenantId: string, publication: NewPublication): Promise<unknown> =>
  tx.query(
    `insert into site_publications (tenant_id, id, job_id, website_id, kind, page_ids, scheduled_at, created_by)
     values ($1::bigint, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::uuid[], $7::timestamptz, $8::uuid)`,
    [
      tenantId,
      publication.id,
      publication.jobId,
      publication.websiteId,
      publication.kind,
      publication.pageIds,
      publication.scheduledAt,
      publication.createdBy,
    ],
  );

async function find(
  db: Queryable,
  tenantId: string,
  key: 'id' | 'job_id',
  value: string,
): Promise<Publication | undefined> {
  const [row] = await db.query<Publication>(
    `select p.* from ${scoped('p', `select ${columns} from site_publications p where ${inTenant('p')} and p.${key} = $2::uuid`)}`,
    [tenantId, value],
  );
  return row;
}

export const findPublication = (db: Queryable, tenantId: string, id: string) => find(db, tenantId, 'id', id);

export const findByJob = (db: Queryable, tenantId: string, jobId: string) => find(db, tenantId, 'job_id', jobId);

/** Locks a publication. Returns false when it has already ended because another node did its work. */
export async function lockOpen(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from site_publications where tenant_id = $1::bigint and id = $2::uuid and finished_at is null for update`,
    [tenantId, id],
  );
  return rows.length > 0;
}

export const finishPublication = (
  tx: Transaction,
  tenantId: string,
  id: string,
  { releaseId, result }: { releaseId: string | null; result: PublicationResult },
): Promise<unknown> =>
  tx.query(
    `update site_publications set release_id = $3::uuid, result = $4::jsonb, finished_at = now()
     where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, id, releaseId, JSON.stringify(result)],
  );

export const failPublication = (tx: Transaction, tenantId: string, id: string, error: string): Promise<unknown> =>
  tx.query(
    `update site_publications set error = $3::text, finished_at = now()
     where tenant_id = $1::bigint and id = $2::uuid and finished_at is null`,
    [tenantId, id, error],
  );
