import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';

/** Few enough that nobody waits for a deletion. */
const batch = 5000;

/** Tables, and which of their rows no longer count. Ended sessions are kept for a while, for who looks into an incident. */
const ended: readonly (readonly [table: string, condition: string])[] = [
  ['sessions', `least(expires_at, revoked_at) < now() - interval '30 days'`],
  ['sign_in_attempts', `touched_at < now() - interval '1 day' and (locked_until is null or locked_until < now())`],
  ['one_time_tokens', `expires_at < now() - interval '1 day'`],
  ['account_mails', `last_at < now() - interval '1 day'`],
  ['oauth_states', `created_at < now() - interval '1 hour'`],
  ['rate_windows', 'ends_at < now()'],
];

export const identityCleaning = defineJob({
  name: 'identity.cleaning',
  summary: 'Deletes sessions, failed sign-ins, links and counts of mails that no longer count',
  input: Type.Object({}),
  cron: '41 * * * *',
  async run({ services: { db } }, _input, { signal }) {
    for (const [table, condition] of ended) {
      for (let deleted = batch; deleted === batch && !signal.aborted; ) {
        deleted = await db.platform(async (tx) => {
          const rows = await tx.query(
            `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${batch}) returning 1`,
          );
          return rows.length;
        });
      }
    }
  },
});
