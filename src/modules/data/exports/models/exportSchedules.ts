import { boolean, datetime, list, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { scheduleHooks } from '../schedules/schedule-hooks.ts';
import { exportQueryFields } from './exports.ts';

/** Exports that run at fixed times, with the permissions of the user who saved the schedule last. */
export const exportSchedules = defineModel({
  slug: 'exportSchedules',
  label: 'Scheduled export',
  labelPlural: 'Scheduled exports',
  owned: false,
  permanent: true,
  fields: {
    name: text({ required: true, search: true, maxLength: 200, help: 'The name of the files, too.' }),
    model: text({
      required: true,
      index: true,
      maxLength: 130,
      furtherRules: true,
      help: 'Names a model: a slug such as contacts, a model key such as contact, or module.slug, which is stored.',
      example: 'sales.contacts',
    }),
    ...exportQueryFields(),
    cron: text({
      required: true,
      label: 'Times',
      maxLength: 100,
      furtherRules: true,
      help: 'A cron expression: minute, hour, day, month and weekday. At most once an hour.',
      example: '0 7 * * 1',
    }),
    tz: text({
      label: 'Time zone',
      maxLength: 64,
      furtherRules: true,
      help: 'A time zone such as Europe/Paris. Empty means that of the company.',
      example: 'Europe/Paris',
    }),
    to: references('identity.users', {
      label: 'Recipients',
      outward: true,
      help: 'They get a mail with a link to each file, and may download it after they have signed in.',
    }),
    active: boolean({ default: true }),
    runAsId: reference('identity.users', { label: 'Runs as', readOnly: true }),
    scopes: list({ readOnly: true, label: 'Scopes of the API key' }),
    lastRunAt: datetime({ readOnly: true, label: 'Last run' }),
    nextRunAt: datetime({ readOnly: true, label: 'Next run' }),
    lastExportId: text({ readOnly: true, maxLength: 36, label: 'Last export' }),
    error: text({ readOnly: true, maxLength: 2000 }),
  },
  hooks: scheduleHooks,
});
