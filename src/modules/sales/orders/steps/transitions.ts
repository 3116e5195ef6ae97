import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/models/record.ts';

/** A step of an order: the statuses it starts from and the one it leads to, which sets the time of the step. */
interface Transition {
  readonly from: readonly string[];
  readonly to: string;
  readonly summary: string;
}

const open = ['draft', 'confirmed', 'processing'];

export const transitions = {
  confirm: { from: ['draft'], to: 'confirmed', summary: 'Confirms an order' },
  ship: {
    from: ['confirmed', 'processing'],
    to: 'shipped',
    summary: 'Ships a confirmed order, which takes its products from stock',
  },
  deliver: {
    from: ['shipped'],
    to: 'delivered',
    summary: 'Records that a shipped order was delivered',
  },
  cancel: {
    from: open,
    to: 'cancelled',
    summary: 'Cancels an order that was not shipped',
  },
  return: {
    from: ['shipped', 'delivered', 'completed'],
    to: 'returned',
    summary: 'Records that the customer returned a shipped order, which puts its products back into stock',
  },
} as const satisfies Readonly<Record<string, Transition>>;

export type Step = keyof typeof transitions;

/** Throws a 409 error that names the current status and those in which the step is possible. */
export function requireStep(order: RecordObject, step: Step): void {
  const { from } = transitions[step] as Transition;
  const status = String(order.status ?? 'draft');
  if (from.includes(status)) return;
  const possible = new Intl.ListFormat('en', { type: 'disjunction' }).format(from);
  throw new AppError(
    'conflict',
    `Order ${String(order.number ?? order._id)} has the status ${status}; ${step} is possible when it is ${possible}.`,
  );
}
