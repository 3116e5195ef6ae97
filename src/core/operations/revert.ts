import { isDeepStrictEqual } from 'node:util';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { inTransaction, queryable, type TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { pastState } from '../events/past-state.ts';
import type { Model } from '../models/model.ts';
import { answerOf, type RecordAnswer, type RecordOperation } from './operation.ts';
import { eventsOf } from './record-events.ts';
import { lockWithinReach, saveWithinReach } from './update.ts';
import { asInput, type Input, lacksOneOf, type RecordObject, readRecord } from './validate.ts';

export interface RevertInput {
  readonly id: string;
  readonly body: unknown;
  readonly ifVersion?: readonly number[] | undefined;
}

/** Sets what the caller may write back to what it was at a version, as a new version unless nothing differs. */
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
      if (!state) throw invalid('version', 'unknown_version', `must be one that the history of the record has`);
      const values = await readRecord(within, grant, settable(grant, state, previous), 'merge', previous);
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

/** Each event tells a version and the one before it, so that one is known as long as either event is kept. */
async function stateOf(
  context: TransactionContext,
  model: Model,
  id: string,
  version: number,
): Promise<RecordObject | undefined> {
  const params = new Params(context.caller.tenantId);
  const events = eventsOf(model, 'e', params.add(id, 'uuid'));
  const wanted = params.add(version, 'bigint');
  const is = (state: string) => `(${state}->>'version')::bigint = ${wanted}`;
  const [row] = await queryable(context).query<{ state: string }>(
    `select s.state from ${scoped(
      's',
      `select (case when ${is('e.record')} then e.record else e.previous end)::text as state
       from events e where ${events} and (${is('e.record')} or ${is('e.previous')})
       order by e.xid, e.seq limit 1`,
    )}`,
    params.values,
  );
  return row && pastState(model, row.state);
}

/** Keeps a field when it is unchanged, did not exist in that version, or was empty but is required now. */
function settable({ model, hidden, readOnly }: Grant, state: RecordObject, now: RecordObject): Input {
  const lacking = lacksOneOf(model, state);
  const fields = model.writable.filter(
    ({ key, type, required }) =>
      key in state &&
      !type.seal &&
      !hidden.has(key) &&
      !readOnly.has(key) &&
      !(required && state[key] === null) &&
      !(lacking && model.requiresOneOf.includes(key)) &&
      !isDeepStrictEqual(state[key], now[key]),
  );
  return Object.fromEntries(fields.map(({ key }) => [key, state[key]]));
}
