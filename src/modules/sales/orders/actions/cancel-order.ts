import { defineAction } from '#core/action.ts';
import { orderStep } from '../steps/order-step.ts';

export const cancelOrder = defineAction({ name: 'sales.cancelOrder', ...orderStep('cancel') });
