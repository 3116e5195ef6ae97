import { Type } from 'typebox';
import { Access } from '#core/access/access.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { answerOf } from '#core/operations/operation.ts';
import { lockWithinReach, saveChange } from '#core/operations/update.ts';
import { readRecord } from '#core/operations/validate.ts';
import { orders } from '../model-names.ts';
import { moveStock } from './move-stock.ts';
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

/** Everything of the action of a step but its name, which its own file has. */
export function orderStep(step: Step) {
  const { to, summary, stock } = transitions[step];
  return {
    summary,
    routes: [{ method: 'POST', path: `/api/sales/orders/:id/${step}` }],
    access: 'sales:write',
    input: Type.Object({ id: Type.String({ format: 'uuid' }), ...details[step] }, { additionalProperties: false }),
    output: orderRecord,
    run: (context: Context, { id, ...given }: { readonly id: string }) =>
      inTransaction(context, async (within) => {
        const model = orders(within);
        const grant = authorize(within, operations.update, model);
        const { before, previous } = await lockWithinReach(within, grant, id);
        requireStep(previous, step);
        if (stock !== 0) await moveStock(within, id, stock);
        const values = { ...given, status: to };
        const system = Access.system.grant(model, 'write');
        const read = await readRecord(within, system, values, 'merge', previous, { isPlatform: true });
        const { saved } = await saveChange(within, model, before, read);
        return { text: answerOf(saved, grant).body };
      }),
  } as const;
}
