import type { TransactionContext } from '#core/context.ts';
import { givenValue, type ModelHooks, type Saving, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newSecret } from '../delivery/signing.ts';
import { matchesKnown } from '../events/event-catalogue.ts';
import { addEndpoint, removeEndpoints, resumeEndpoint } from '../sql/endpoints.ts';
import { patternsOfWebhooks } from '../sql/patterns-of-webhooks.ts';
import { requireMaySave, requireMayUse, requireRoom } from './rules.ts';

/** On this channel every node hears of webhooks that were made, changed or deleted. */
export const webhooksChannel = 'atrium_webhooks';

/** Every node looks at the tenant's webhooks once the transaction has committed. */
export const tellNodes = ({ tx, caller }: TransactionContext) =>
  tx.query('select pg_notify($1::text, $2::text)', [webhooksChannel, caller.tenantId]);

/** Types that match nothing are accepted: a model may be made later, an integration may be named ahead. */
function warningsOf({ registry }: TransactionContext, saving: Saving): RecordObject | undefined {
  const unknown = ((givenValue(saving, 'events') ?? []) as string[]).filter((type) => !matchesKnown(registry, type));
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
    await requireRoom(context);
    const secret = newSecret();
    setValue(saving, 'secret', secret);
    return { secret, ...warnings };
  },

  async afterSave(context, { previous, record }) {
    const id = String(record._id);
    if (!previous) await addEndpoint(context, id);
    else if (record.active && !previous.active) await resumeEndpoint(context, id);
    await tellNodes(context);
  },

  /** A deleted webhook delivers nothing, so its owner may read more than the one who deletes it. */
  async beforeRemove(context, ids) {
    requireMayUse(context, ...(await patternsOfWebhooks(context, ids)));
  },

  async afterRemove(context, ids) {
    await removeEndpoints(context, ids);
    await tellNodes(context);
  },
};
