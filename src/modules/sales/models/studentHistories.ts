import { choice, date, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** One enrolment of a contact. */
export const studentHistories = defineModel({
  slug: 'studentHistories',
  openToForms: true,
  title: 'institution',
  parent: 'contactId',
  fields: {
    contactId: reference('sales.contacts', { required: true }),
    organizationId: reference('sales.organizations'),
    institution: text({ search: true }),
    studentNumber: text({ search: true, maxLength: 100 }),
    program: text({ search: true }),
    fieldOfStudy: text({ search: true }),
    degree: choice({ options: ['certificate', 'diploma', 'associate', 'bachelor', 'master', 'doctorate'] }),
    gradeLevel: text({ maxLength: 50 }),
    schoolYear: text({ maxLength: 20 }),
    status: choice({
      options: ['applied', 'enrolled', 'onLeave', 'graduated', 'transferred', 'withdrawn'],
      index: true,
    }),
    startDate: date(),
    endDate: date(),
    gradeAverage: number(),
    creditsEarned: number({ min: 0 }),
    description: longText(),
  },
});
