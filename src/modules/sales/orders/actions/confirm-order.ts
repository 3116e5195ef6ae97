import { defineAction } from '#core/action.ts';
import { orderStep } from '../steps/order-step.ts';

export const confirmOrder = defineAction({ name: 'sales.confirmOrder', ...orderStep('confirm') });
