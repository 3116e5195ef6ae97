import { Type } from 'typebox';
import { notFound } from '#core/errors.ts';
import { jobStates } from '#core/jobs/store.ts';
import { jobPath } from '#core/platform-names.ts';
import { isId } from '#lib/ids.ts';

export const jobRoute = jobPath(':id');
export const jobIdInput = Type.Object({ id: Type.String() }, { additionalProperties: false });
const moment = Type.String({ format: 'date-time' });
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

/** Null for a job that does not count its work. */
const countOrNull = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

export const jobView = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  state: Type.Enum([...jobStates]),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  done: countOrNull,
  total: countOrNull,
  attempts: Type.Integer({ minimum: 0, description: 'How often it was started.' }),
  lastError: orNull(Type.String()),
  runAt: moment,
  createdAt: moment,
  startedAt: orNull(moment),
  finishedAt: orNull(moment),
  createdBy: orNull(Type.String({ format: 'uuid', description: 'Null when the platform enqueued it.' })),
});

export function requireJobId(id: string): string {
  if (!isId(id)) throw notFound(`Job ${id}`);
  return id;
}
