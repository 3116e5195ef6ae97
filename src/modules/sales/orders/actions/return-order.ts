import { defineAction } from '#core/action.ts';
import { orderStep } from '../steps/order-step.ts';

export const returnOrder = defineAction({ name: 'sales.returnOrder', ...orderStep('return') });
