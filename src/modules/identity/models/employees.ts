import { choice, date, email, list, longText, number, phone, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { fullName } from './fields/fullName.ts';

/** Pay, end of employment and private data. Users who only look up colleagues do not need them. */
const personal = { shownWith: 'identity:admin' };

export const employees = defineModel({
  slug: 'employees',
  fields: {
    ...fullName(),
    userId: reference('identity.users'),
    employeeNumber: text({ unique: true, search: true, maxLength: 50 }),
    email: email({ search: true, index: true }),
    personalEmail: email(personal),
    phone: phone({ search: true }),
    mobilePhone: phone(),
    jobTitle: text({ search: true }),
    jobLevel: text({ maxLength: 100 }),
    departmentId: reference('identity.departments'),
    managerId: reference('identity.employees', { acyclic: true }),
    status: choice({
      options: ['candidate', 'onboarding', 'active', 'onLeave', 'suspended', 'terminated', 'retired'],
      default: 'active',
      index: true,
    }),
    employmentType: choice({ options: ['fullTime', 'partTime', 'temporary', 'intern', 'apprentice', 'seasonal'] }),
    workMode: choice({ options: ['office', 'hybrid', 'remote'] }),
    workLocation: text(),
    hireDate: date({ index: true }),
    probationEndDate: date(personal),
    terminationDate: date(personal),
    terminationReason: longText(personal),
    salary: number({ money: true, ...personal, min: 0 }),
    payFrequency: choice({ ...personal, options: ['hourly', 'weekly', 'biweekly', 'monthly', 'yearly'] }),
    currency: text({ maxLength: 3 }),
    weeklyHours: number({ min: 0, max: 168 }),
    vacationDays: number({ min: 0 }),
    costCenter: text({ maxLength: 100 }),
    birthDate: date(personal),
    nationality: text({ ...personal, maxLength: 100 }),
    street: text({ ...personal, maxLength: 500 }),
    city: text(personal),
    state: text(personal),
    postalCode: text({ ...personal, maxLength: 30 }),
    country: text({ ...personal, maxLength: 100 }),
    emergencyContactName: text(personal),
    emergencyContactPhone: phone(personal),
    skills: list({ search: true }),
    photoUrl: url({ outward: true, label: 'Photo URL' }),
    comment: longText(personal),
  },
});
