import { defineAction } from '#core/action.ts';
import { orderStep } from '../steps/order-step.ts';

export const shipOrder = defineAction({ name: 'sales.shipOrder', ...orderStep('ship') });
