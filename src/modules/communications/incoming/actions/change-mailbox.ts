import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import {
  connectionPath,
  connectionsRoute,
  connectionView,
  reopenBackfill,
  requireConnection,
  saveConnection,
  settingsInput,
  viewConnection,
} from '../../mailboxes/contract.ts';
import { applySharingJob } from '../jobs/apply-sharing.ts';

export const changeMailbox = defineAction({
  name: 'communications.changeMailbox',
  summary: 'Changes the settings of a mailbox',
  routes: [{ method: 'PATCH', path: `${connectionsRoute}/:id` }],
  access: 'communications:write',
  input: Type.Object({ ...connectionPath, ...settingsInput }, { additionalProperties: false }),
  output: connectionView,
  run: (context, { id: givenId, ...settings }) =>
    inTransaction(context, async (within) => {
      const record = await requireConnection(within, givenId, 'change');
      const id = String(record._id);
      const saved = await saveConnection(within, id, settings);
      if (saved.backfillDays !== record.backfillDays) await reopenBackfill(within.tx, within.caller.tenantId, id);
      if (saved.sharing !== record.sharing || !sameTeams(saved, record))
        await within.services.jobs.enqueue(within, applySharingJob, { connectionId: id });
      return { body: await viewConnection(within, saved) };
    }),
});

const sameTeams = (one: RecordObject, other: RecordObject): boolean =>
  JSON.stringify(one.teamIds ?? []) === JSON.stringify(other.teamIds ?? []);
