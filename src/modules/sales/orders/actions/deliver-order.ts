import { defineAction } from '#core/action.ts';
import { orderStep } from '../steps/order-step.ts';

export const deliverOrder = defineAction({ name: 'sales.deliverOrder', ...orderStep('deliver') });
