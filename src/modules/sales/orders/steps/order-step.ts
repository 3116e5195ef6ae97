import { Type } from 'typebox';
import type { ActionContext } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { updateByPlatform } from '#core/operations/platform-update.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { orders } from '../model-names.ts';
import { returnStock, shipStock } from './move-stock.ts';
import { requireStep, type Step, transitions } from './transitions.ts';

const orderRecord = Type.Object(
  { _id: Type.String({ format: 'uuid' }), status: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: true, description: 'The record of sales/orders.' },
);

/** The fields that a step may set besides the status. */
const details = {
  confirm: {},
  ship: {
    carrier: Type.Optional(Type.String({ maxLength: 100 })),
    trackingNumber: Type.Optional(Type.String({ maxLength: 255 })),
  },
  deliver: {},
  cancel: { cancellationReason: Type.Optional(Type.String({ maxLength: 255 })) },
  return: {},
} as const satisfies Record<Step, object>;

/** The steps that change the stock of products. */
const moveStock: Partial<Record<Step, typeof shipStock>> = { ship: shipStock, return: returnStock };

/** Everything of the action of a step but its name, which its own file has. */
export function orderStep(step: Step) {
  const { to, summary } = transitions[step];
  return {
    summary,
    routes: [{ method: 'POST', path: `/api/sales/orders/:id/${step}` }],
    access: 'sales:write',
    takesVersion: true,
    input: Type.Object({ id: Type.String({ format: 'uuid' }), ...details[step] }, { additionalProperties: false }),
    output: orderRecord,
    run: (context: ActionContext, { id, ...given }: { readonly id: string }) =>
      inTransaction(context, async (within) => {
        const grant = authorize(within, operations.update, orders(within));
        const order = await lockWithinReach(within, grant, id, context.ifVersion);
        requireStep(order.previous, step);
        await moveStock[step]?.(within, id);
        return { text: await updateByPlatform(within, grant, order, { ...given, status: to }) };
      }),
  } as const;
}
