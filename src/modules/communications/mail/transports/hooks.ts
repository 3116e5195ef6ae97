import { notifyOutbox } from '#core/mail/outbox.ts';
import { givenValue, type ModelHooks, setValue } from '#core/models/hooks.ts';
import { checkEventKey } from '../delivery-reports/check-event-key.ts';
import { clearTransportFailures } from './sql/transport-url.ts';

export const transportHooks: ModelHooks = {
  /** A transport is tried again at once when its URL changes or somebody activates it. */
  async beforeSave(context, saving) {
    const { previous } = saving;
    await checkEventKey(context, saving);
    if (!previous) return undefined;
    if (givenValue(saving, 'url') === undefined && givenValue(saving, 'active') !== true) return undefined;
    if (previous.status !== 'ok') {
      setValue(saving, 'status', 'ok');
      setValue(saving, 'statusReason', null);
      setValue(saving, 'statusChangedAt', new Date().toISOString());
    }
    await clearTransportFailures(context, String(previous._id));
    return undefined;
  },

  async afterSave({ tx }) {
    await notifyOutbox(tx);
  },
};
