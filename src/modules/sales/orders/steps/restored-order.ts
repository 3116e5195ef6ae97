import { AppError } from '#core/errors.ts';
import type { ModelHooks } from '#core/models/hooks.ts';
import { findOrderBeside } from '../sql/order-beside.ts';

/** A deleted order is not restored when its quote was ordered again, because a quote has one order. */
export const restoredOrderHooks: ModelHooks = {
  async afterSave(context, { model, previous, record }) {
    const { _id, quoteId, number, status, version } = record;
    // Only a restore saves a record that has no previous state and a later version than the first.
    if (previous || version === 1 || typeof quoteId !== 'string' || status === 'cancelled') return;
    const other = await findOrderBeside(context, quoteId, String(_id));
    if (!other) return;
    const name = other.number ?? other.id;
    const message =
      `${model.label} ${String(number ?? _id)} cannot be restored, because quote ${other.quoteNumber ?? quoteId} was ordered again: ` +
      `${name}. Cancel or delete ${name} first.`;
    throw new AppError('conflict', message, [{ field: 'quoteId', code: 'conflict', message }]);
  },
};
