import { choice, date, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { currency } from '../currency.ts';

/** The goal of a user, team or region for a period. */
export const salesTargets = defineModel({
  slug: 'salesTargets',
  fields: {
    name: text({ search: true }),
    userId: reference('identity.users'),
    teamId: reference('identity.teams'),
    regionId: reference('sales.regions'),
    productId: reference('sales.products'),
    metric: choice({ options: ['revenue', 'wonOpportunities', 'newAccounts', 'orders', 'units', 'meetings', 'calls'] }),
    period: choice({ options: ['week', 'month', 'quarter', 'halfYear', 'year'] }),
    startDate: date({ index: true }),
    endDate: date(),
    targetValue: number({ money: true }),
    achievedValue: number({ money: true }),
    currency: currency(),
    status: choice({ options: ['planned', 'active', 'achieved', 'missed'], index: true }),
    description: longText({ search: true }),
  },
});
