import { boolean, choice, date, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const departmentUsers = defineModel({
  slug: 'departmentUsers',
  owned: false,
  parent: 'departmentId',
  uniqueTogether: [['departmentId', 'userId']],
  fields: {
    departmentId: reference('identity.departments', { required: true }),
    userId: reference('identity.users', { required: true }),
    role: choice({ options: ['member', 'manager', 'assistant'], default: 'member' }),
    isPrimary: boolean({ default: false }),
    startDate: date(),
    endDate: date(),
  },
});
