import { invoke, operations } from '#core/operations/index.ts';
import { actingFor } from './acting-for.ts';
import { defineStep, type StepResult } from './step-type.ts';
import { checkUsers, chooseUsers, describeUsers, readUsersObject, type Users } from './users.ts';

/** Gives the record another owner. */
export const assign = defineStep<Users>({
  read: (_reading, config) => readUsersObject(config),
  check: ({ context }, users) => checkUsers(context, users, users.kind === 'team' ? 'teamId' : 'userId'),
  async run(run, users) {
    const chosen = await chooseUsers(run, users);
    const results: StepResult[] = [];
    for (const [n, row] of run.rows.entries()) {
      const ownerId = chosen[n];
      if (ownerId === undefined) {
        results.push({ outcome: 'skipped', why: 'There is no active user to whom it could be assigned.' });
        continue;
      }
      await invoke(actingFor(run.context, row), operations.update, run.model, {
        id: row.recordId,
        record: { ownerId },
      });
      results.push({
        outcome: 'done',
        why: 'The record has the owner that the step names.',
        output: { userId: ownerId },
      });
    }
    return results;
  },
  would: async ({ rows }, users) => rows.map(() => ({ would: `Assigns the record to ${describeUsers(users)}.` })),
});
