import { boolean, choice, date, longText, number, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A user who works on an account, with role and period. */
export const accountOwnerships = defineModel({
  slug: 'accountOwnerships',
  title: 'role',
  parent: 'accountId',
  fields: {
    accountId: reference('sales.accounts', { required: true }),
    userId: reference('identity.users'),
    teamId: reference('identity.teams'),
    role: choice({ options: ['accountManager', 'salesRepresentative', 'salesEngineer', 'customerSuccess', 'sponsor'] }),
    percent: number({ min: 0, max: 100, label: 'Share in percent' }),
    isPrimary: boolean({ default: false }),
    startDate: date(),
    endDate: date(),
    description: longText(),
  },
});
