import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';

/** A batch is small enough that no request waits long for its deletion. */
const batchSize = 5000;

/**
 * The tables, with the condition for rows to delete. Ended sessions are kept for 30 days, for the analysis of
 * incidents.
 */
const expired: readonly (readonly [table: string, condition: string])[] = [
  ['sessions', `least(expires_at, revoked_at) < now() - interval '30 days'`],
  ['sign_in_attempts', `touched_at < now() - interval '1 day' and (locked_until is null or locked_until < now())`],
  ['one_time_tokens', `expires_at < now() - interval '1 day'`],
  ['account_mails', `last_at < now() - interval '1 day'`],
  ['oauth_states', `created_at < now() - interval '1 hour'`],
  ['rate_windows', 'ends_at < now()'],
];

export const identityCleaning = defineJob({
  name: 'identity.cleaning',
  summary: 'Deletes expired sessions, failed sign-ins, links and counts of mails',
  input: Type.Object({}),
  cron: '41 * * * *',
  async run({ services: { db } }, _input, { signal }) {
    for (const [table, condition] of expired) {
      for (let deleted = batchSize; deleted === batchSize && !signal.aborted; ) {
        deleted = await db.platform(async (tx) => {
          const rows = await tx.query(
            `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${batchSize}) returning 1`,
          );
          return rows.length;
        });
      }
    }
  },
});
