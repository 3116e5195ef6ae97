import type { TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { smsOptOuts } from './model-names.ts';
import { lockOptOuts, stopWaiting } from './sql/opt-outs.ts';

/** Opts the number out: it gets no more messages. `cause` says what is known about the person and the campaign. */
export async function optOut(
  within: TransactionContext,
  phone: string,
  cause: { readonly contactId: string | null; readonly leadId: string | null; readonly campaignId: string | null },
): Promise<void> {
  const { tx, caller } = within;
  const model = smsOptOuts(within);
  const [found] = await lockOptOuts(tx, caller.tenantId, phone);
  const values = { ...cause, active: true, reason: 'stop', optedOutAt: new Date().toISOString() };
  if (!found) await insertMany(within, model, [{ values: { phone, ...values } }]);
  else if (!found.active) await updateMany(within, model, [{ id: found.id, values }]);
  await stopWaiting(tx, caller.tenantId, phone);
}

/** Opts the number in again. Messages that were held back before stay unsent. */
export async function optIn(within: TransactionContext, phone: string): Promise<void> {
  const active = (await lockOptOuts(within.tx, within.caller.tenantId, phone)).filter((found) => found.active);
  const rows = active.map(({ id, notes }) => {
    const added = `The number sent START (${new Date().toISOString().slice(0, 10)}).`;
    return { id, values: { active: false, notes: notes ? `${notes}\n${added}` : added } };
  });
  await updateMany(within, smsOptOuts(within), rows);
}
