import { type Static, Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { countLimit, type JobPosition, type JobState, jobStates } from '#core/jobs/store.ts';
import { pageMeta, pageParameters } from '#core/query/log-pages.ts';
import { isId } from '#lib/ids.ts';
import { jobView } from '../../views/job-view.ts';

const text = Type.Optional(Type.String());

const jobsQuery = Type.Object(
  {
    filter: Type.Optional(Type.Object({ state: text, name: text }, { additionalProperties: false })),
    ...pageParameters,
  },
  { additionalProperties: false },
);

export const listJobs = defineAction({
  name: 'data.listJobs',
  summary: 'Lists the background jobs, the newest first',
  routes: [{ method: 'GET', path: '/api/data/jobs' }],
  access: 'data:read',
  input: jobsQuery,
  output: Type.Object({ data: Type.Array(jobView), meta: pageMeta }),
  async run(context, query) {
    const { filter, page, limit, after } = readJobsQuery(query);
    const position = { after, skip: after ? 0 : (page - 1) * limit, limit: limit + 1 };
    const { entries, total } = await context.services.jobs.list(context, filter, position);
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
  const found = jobStates.find((name) => name === state);
  if (state !== undefined && !found) throw badQuery('filter[state]', `must be one of ${jobStates.join(', ')}`);
  return found;
}

const encodeCursor = ({ createdAt, id }: JobPosition): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url');

function readCursor(cursor: string): JobPosition {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const valid = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(createdAt) && !Number.isNaN(Date.parse(createdAt));
  if (!valid || !isId(id)) throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  return { createdAt, id };
}
