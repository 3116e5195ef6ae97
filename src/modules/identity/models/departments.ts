import { boolean, email, longText, number, phone, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const departments = defineModel({
  slug: 'departments',
  fields: {
    name: text({ required: true, unique: true, search: true }),
    code: text({ unique: true, search: true, maxLength: 50 }),
    description: longText({ search: true }),
    parentDepartmentId: reference('identity.departments', { acyclic: true }),
    managerId: reference('identity.users'),
    costCenter: text({ maxLength: 100 }),
    budget: number({ money: true }),
    currency: text({ maxLength: 3 }),
    email: email(),
    phone: phone(),
    location: text(),
    active: boolean({ default: true }),
  },
});
