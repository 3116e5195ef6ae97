import type { TransactionContext } from '#core/context.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { matchesAnyType } from '../events/event-catalogue.ts';
import { addEndpoint, removeEndpoints, resumeEndpoint } from '../sql/endpoints.ts';
import { notifyNodes, readPatterns } from '../sql/webhooks.ts';
import { newSecret } from './new-secret.ts';
import { requireBelowLimit, requireMaySave, requireMayUse } from './rules.ts';

/** A pattern that matches no event type is accepted with a warning: the model may be created later. */
function warningsOf({ registry }: TransactionContext, saving: PendingSave): RecordObject | undefined {
  const unknown = ((givenValue(saving, 'events') ?? []) as string[]).filter((type) => !matchesAnyType(registry, type));
  if (unknown.length === 0) return undefined;
  const warnings = unknown.map((type) => ({
    field: 'events',
    code: 'unknown_event_type',
    message: `events holds "${type}", which matches no event of this account: GET /api/integrations/event-types lists them.`,
  }));
  return { warnings };
}

export const webhookHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    await requireMaySave(context, saving);
    const active = givenValue(saving, 'active');
    if (active !== undefined && active !== (previous?.active ?? true)) {
      setValue(saving, 'pausedAt', active ? null : new Date().toISOString());
      if (active) setValue(saving, 'pausedReason', null);
    }
    const warnings = warningsOf(context, saving);
    if (previous) return warnings;
    await requireBelowLimit(context);
    const secret = newSecret();
    setValue(saving, 'secret', secret);
    return { secret, ...warnings };
  },

  async afterSave(context, { previous, record }) {
    const id = String(record._id);
    if (!previous) await addEndpoint(context, id);
    else if (record.active && !previous.active) await resumeEndpoint(context, id);
    await notifyNodes(context);
  },

  /** A deleted webhook delivers nothing, so the caller may delete it even if its owner may read more. */
  async beforeRemove(context, ids) {
    requireMayUse(context, ...(await readPatterns(context, ids)));
  },

  async afterRemove(context, ids) {
    await removeEndpoints(context, ids);
    await notifyNodes(context);
  },
};
