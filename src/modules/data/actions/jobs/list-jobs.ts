import { type Static, Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError, badQuery, notFound } from '#core/errors.ts';
import { countLimit, type JobEntry, type JobPosition, type JobState, jobStates } from '#core/jobs/store.ts';
import { logMeta, logParameters } from '#core/query/log.ts';
import { isId } from '#lib/ids.ts';

const oneJob = '/api/data/jobs/:id';
const onlyId = Type.Object({ id: Type.String() }, { additionalProperties: false });
const moment = Type.String({ format: 'date-time' });
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

/** Null for a job that does not count what it does. */
const countOrNull = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

const jobView = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  state: Type.Enum([...jobStates]),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  done: countOrNull,
  total: countOrNull,
  attempts: Type.Integer({ minimum: 0, description: 'How often it was begun.' }),
  lastError: orNull(Type.String()),
  runAt: moment,
  createdAt: moment,
  startedAt: orNull(moment),
  finishedAt: orNull(moment),
  createdBy: orNull(Type.String({ format: 'uuid', description: 'Null when the platform had it done.' })),
});

const text = Type.Optional(Type.String());

const jobsQuery = Type.Object(
  {
    filter: Type.Optional(Type.Object({ state: text, name: text }, { additionalProperties: false })),
    ...logParameters,
  },
  { additionalProperties: false },
);

export const listJobs = defineAction({
  name: 'data.listJobs',
  summary: 'Lists the background jobs, the newest first',
  routes: [{ method: 'GET', path: '/api/data/jobs' }],
  access: 'data:read',
  input: jobsQuery,
  output: Type.Object({ data: Type.Array(jobView), meta: logMeta }),
  async run(context, query) {
    const { filter, page, limit, after } = readJobsQuery(query);
    const place = { after, skip: after ? 0 : (page - 1) * limit, limit: limit + 1 };
    const { entries, total } = await context.services.jobs.list(context, filter, place);
    const data = entries.slice(0, limit);
    const last = data.at(-1);
    const hasMore = entries.length > limit;
    const counted = Math.min(total, countLimit);
    const meta = {
      page: after ? null : page,
      limit,
      total: counted,
      totalExact: total <= countLimit,
      totalPages: Math.ceil(counted / limit),
      hasMore,
      nextCursor: hasMore && last ? encodeCursor({ createdAt: last.createdAt, id: last._id }) : null,
    };
    return { body: { data, meta } };
  },
});

function readJobsQuery({ filter = {}, page, limit, cursor }: Static<typeof jobsQuery>) {
  if (page !== undefined && cursor !== undefined) throw badQuery('cursor', 'cannot be used together with page');
  return {
    filter: { name: filter.name, state: readState(filter.state) },
    page: page ?? 1,
    limit: limit ?? 20,
    after: cursor === undefined ? undefined : readCursor(cursor),
  };
}

function readState(state: string | undefined): JobState | undefined {
  const known = jobStates.find((name) => name === state);
  if (state !== undefined && !known) throw badQuery('filter[state]', `must be one of ${jobStates.join(', ')}`);
  return known;
}

const encodeCursor = ({ createdAt, id }: JobPosition): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url');

function readCursor(cursor: string): JobPosition {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const valid = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(createdAt) && !Number.isNaN(Date.parse(createdAt));
  if (!valid || !isId(id)) throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  return { createdAt, id };
}

const known = (id: string): string => {
  if (!isId(id)) throw notFound(`Job ${id}`);
  return id;
};

export const getJob = defineAction({
  name: 'data.getJob',
  summary: 'Gets a background job',
  routes: [{ method: 'GET', path: oneJob }],
  access: 'signed-in',
  input: onlyId,
  output: jobView,
  async run(context, { id }) {
    const { caller, services } = context;
    const read = () => services.jobs.get(context, known(id));
    if (caller.access.reach('data:read') !== undefined) return { body: await read() };
    // A user who had a job done may see how far it is. For others it makes no difference whether there is such a job.
    const job = await read().catch((error: Error) => (error instanceof AppError ? undefined : Promise.reject(error)));
    if (!job || job.createdBy !== caller.userId) caller.access.requireScope('data:read');
    return { body: job as JobEntry };
  },
});

export const cancelJob = defineAction({
  name: 'data.cancelJob',
  summary: 'Cancels a background job that has not ended',
  routes: [{ method: 'POST', path: `${oneJob}/cancel` }],
  access: 'data:admin',
  input: onlyId,
  output: jobView,
  async run(context, { id }) {
    return { body: await context.services.jobs.cancel(context, known(id)) };
  },
});

export const retryJob = defineAction({
  name: 'data.retryJob',
  summary: 'Has a background job done that failed or was cancelled',
  routes: [{ method: 'POST', path: `${oneJob}/retry` }],
  access: 'data:admin',
  input: onlyId,
  output: jobView,
  async run(context, { id }) {
    return { body: await context.services.jobs.retry(context, known(id)) };
  },
});
