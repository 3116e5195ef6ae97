import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { invalid, notFound } from '#core/errors.ts';
import { requireAuthorityOver } from '../../rules/grants.ts';
import { findUser } from '../../sql/find-user.ts';
import { transferRecords } from '../../transfer/transfer-job.ts';
import { transferredFields } from '../../transfer/transferred.ts';

export const transferUser = defineAction({
  name: 'identity.transferUser',
  summary: 'Moves everything that a user owns, or that is assigned to the user, to another user, as a job',
  routes: [{ method: 'POST', path: '/api/identity/users/:id/transfer' }],
  access: 'identity:admin',
  status: 202,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      toUserId: Type.String({ format: 'uuid', description: 'An active user.' }),
      models: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), {
          minItems: 1,
          maxItems: 200,
          description: 'Models by key, slug or module.slug; all models when absent.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ jobId: Type.String({ format: 'uuid' }), status: Type.Literal('queued') }),
  async run(context, { id, toUserId, models }) {
    const jobId = await inTransaction(context, async (within) => {
      const user = await findUser(within, id);
      if (!user) throw notFound(`User ${id}`);
      await requireAuthorityOver(within, user.roles);
      if (toUserId === id) throw invalid('toUserId', 'invalid', 'must be another user');
      const target = await findUser(within, toUserId);
      if (!target) throw invalid('toUserId', 'reference_not_found', 'names a user that does not exist');
      if (!target.active) throw invalid('toUserId', 'inactive_user', 'names a deactivated user; choose an active one');
      transferredFields(within.registry, models);
      const input = { userId: id, toUserId, ...(models && { models }) };
      return within.services.jobs.enqueue(within, transferRecords, input);
    });
    return queuedAnswer(jobId);
  },
});
