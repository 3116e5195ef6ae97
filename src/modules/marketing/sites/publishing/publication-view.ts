import { Type } from 'typebox';
import { type Context, queryable } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { jobStates } from '#core/jobs/store.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { websites } from '../model-names.ts';
import { findByJob } from '../sql/publications.ts';
import { readWithin } from '../sql/read-records.ts';

const id = Type.String({ format: 'uuid' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

export const publicationInput = Type.Object(
  {
    websiteId: id,
    pageIds: Type.Optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: 5000,
        description: 'Only these pages change; all others stay as visitors see them. Absent: the whole website.',
      }),
    ),
    scheduledAt: Type.Optional(Type.String({ format: 'date-time', description: 'Absent or past: now.' })),
  },
  { additionalProperties: false },
);

const states = Type.Union(jobStates.map((state) => Type.Literal(state)));

export const requestedPublication = Type.Object({
  jobId: id,
  websiteId: id,
  status: Type.Union([Type.Literal('queued'), Type.Literal('scheduled')]),
  scheduledAt: orNull(Type.String({ format: 'date-time' })),
});

export const publicationView = Type.Object({
  jobId: id,
  websiteId: id,
  kind: Type.Union([Type.Literal('publish'), Type.Literal('unpublish')]),
  pageIds: orNull(Type.Array(id)),
  status: states,
  progress: Type.Number(),
  done: orNull(Type.Integer()),
  total: orNull(Type.Integer()),
  scheduledAt: orNull(Type.String({ format: 'date-time' })),
  createdAt: Type.String({ format: 'date-time' }),
  finishedAt: orNull(Type.String({ format: 'date-time' })),
  releaseId: orNull(id),
  releaseNumber: orNull(Type.Integer()),
  url: orNull(Type.String({ description: 'Where visitors find the website.' })),
  pages: orNull(Type.Integer({ description: 'Pages of the release.' })),
  skippedDrafts: orNull(Type.Integer({ description: 'Drafts that were left out because pageIds did not name them.' })),
  brokenLinks: Type.Array(Type.Object({ pageId: id, path: Type.String(), link: Type.String() }), {
    description: 'Links to pages that the release does not have.',
  }),
  problems: Type.Array(Type.Object({ pageId: id, path: Type.String(), problem: Type.String() }), {
    description: 'Parts of pages that could not be shown.',
  }),
  error: orNull(Type.String()),
});

/** Returns a publication to callers who may read the website. */
export async function viewPublication(context: Context, jobId: string) {
  const { tenantId } = context.caller;
  // Read the job first: it completes after its publication has a result, so a completed job always comes with its
  // result.
  const job = await context.services.jobs.get(context, jobId).catch(() => undefined);
  const publication = await findByJob(queryable(context), tenantId, jobId);
  const grant = authorize(context, operations.get, websites(context));
  if (!publication || !(await readWithin(context, grant, publication.websiteId)))
    throw notFound(`Publication ${jobId}`);
  const { websiteId, kind, pageIds, scheduledAt, createdAt, finishedAt, releaseId, result, error } = publication;
  // Jobs are deleted after a week, but publications stay.
  const ended = error === null ? 'completed' : 'failed';
  const status = result !== null ? 'completed' : (job?.state ?? ended);
  return {
    jobId,
    websiteId,
    kind,
    pageIds,
    status,
    progress: status === 'completed' ? 1 : (job?.progress ?? 0),
    done: job?.done ?? null,
    total: job?.total ?? null,
    scheduledAt,
    createdAt,
    finishedAt,
    releaseId,
    releaseNumber: result?.releaseNumber ?? null,
    url: result?.url ?? null,
    pages: result?.pages ?? null,
    skippedDrafts: result?.skippedDrafts ?? null,
    brokenLinks: result?.brokenLinks ?? [],
    problems: result?.problems ?? [],
    error: error ?? (status === 'failed' || status === 'retrying' ? (job?.lastError ?? null) : null),
  };
}
