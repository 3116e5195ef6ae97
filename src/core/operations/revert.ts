import { isDeepStrictEqual } from 'node:util';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { inTransaction, queryable, type TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { pastState } from '../events/past-state.ts';
import type { Model } from '../models/model.ts';
import { answerOf, type RecordAnswer, type RecordOperation } from './operation.ts';
import { pastAudience, whereRecordEvents } from './record-events.ts';
import { lockWithinReach, saveWithinReach } from './update.ts';
import { asInput, type Input, type RecordObject, readRecord, violatesOneOf } from './validate.ts';

export interface RevertInput {
  readonly id: string;
  readonly body: unknown;
  readonly ifVersion?: readonly number[] | undefined;
}

/** Sets the writable fields to their values at a version. Writes a new version unless nothing differs. */
export const revert: RecordOperation<RevertInput, RecordAnswer> = {
  name: 'revert',
  access: 'write',
  async run(context, grant, { id, body, ifVersion }) {
    const version = readVersion(body);
    return inTransaction(context, async (within) => {
      const locked = await lockWithinReach(within, grant, id, ifVersion);
      const { before, previous } = locked;
      if (version === before.version) return answerOf(before, grant);
      const state = await stateOf(within, grant.model, id, version);
      if (!state || !(await pastAudience(within, grant)(state)))
        throw invalid('version', 'unknown_version', `must be one that the history of the record has`);
      const values = await readRecord(within, grant, fieldsToRevert(grant, state, previous), 'merge', previous);
      return saveWithinReach(within, grant, locked, values);
    });
  },
};

function readVersion(body: unknown): number {
  const { version, ...rest } = asInput(body);
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalid(unknown, 'unknown_field', 'is not a field here; there is only version');
  if (version === undefined) throw invalid('version', 'required', 'is required');
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    throw invalid('version', 'invalid_type', 'must be a whole number from 1');
  return version;
}

/**
 * The state of a record at a version. An event contains its own version and the previous one, so a version can be read
 * while either of two events is stored.
 */
async function stateOf(
  context: TransactionContext,
  model: Model,
  id: string,
  version: number,
): Promise<RecordObject | undefined> {
  const params = new Params(context.caller.tenantId);
  const events = whereRecordEvents(model, 'e', params.add(id, 'uuid'));
  const versionParam = params.add(version, 'bigint');
  const matches = (state: string) => `(${state}->>'version')::bigint = ${versionParam}`;
  const [row] = await queryable(context).query<{ state: string }>(
    `select s.state from ${scoped(
      's',
      `select (case when ${matches('e.record')} then e.record else e.previous end)::text as state
       from events e where ${events} and (${matches('e.record')} or ${matches('e.previous')})
       order by e.xid, e.seq limit 1`,
    )}`,
    params.values,
  );
  return row && pastState(model, row.state);
}

/** Omits a field that is unchanged, did not exist in that version, or was empty but is required now. */
function fieldsToRevert({ model, hidden, readOnly }: Grant, state: RecordObject, current: RecordObject): Input {
  const breaksOneOf = violatesOneOf(model, state);
  const fields = model.writable.filter(
    ({ key, type, required, behaviour }) =>
      key in state &&
      !type.seal &&
      !hidden.has(key) &&
      !readOnly.has(key) &&
      !(required && state[key] === null) &&
      !(breaksOneOf && model.requiresOneOf.includes(key)) &&
      // Fields that the platform would set by itself are given, so that they get their old values.
      (behaviour !== undefined || !isDeepStrictEqual(state[key], current[key])),
  );
  return Object.fromEntries(fields.map(({ key }) => [key, state[key]]));
}
