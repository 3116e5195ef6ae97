import type { TFunction } from 'i18next';

/** Starting points of new forms. */
export const starters = ['contact', 'newsletter', 'survey', 'empty'] as const;
export type Starter = (typeof starters)[number];

/** The fields of a new form. Its texts are in the language of its creator. */
export function starterValues(starter: Starter, t: TFunction): Record<string, unknown> {
  const submitLabel = t(`new.${starter}.submit`);
  const successMessage = t(`new.${starter}.thanks`);
  const shared = { status: 'draft', submitLabel, successMessage };
  if (starter === 'contact')
    return {
      ...shared,
      modelKey: 'sales.contacts',
      submitAction: 'upsertRecord',
      fields: ['firstName', 'lastName', 'email', 'phone', 'message'],
      requiredFields: ['email', 'message'],
      fieldSettings: { message: { type: 'longText', label: t('new.contact.message') } },
    };
  if (starter === 'newsletter')
    return {
      ...shared,
      modelKey: 'sales.contacts',
      submitAction: 'upsertRecord',
      fields: ['firstName', 'email'],
      requiredFields: ['email'],
      consentText: t('new.newsletter.consent'),
    };
  if (starter === 'survey')
    return {
      ...shared,
      submitAction: 'storeOnly',
      layout: 'multiStep',
      fields: ['rating', 'reason'],
      requiredFields: ['rating'],
      fieldSettings: {
        rating: { type: 'choice', label: t('new.survey.rating'), options: ['1', '2', '3', '4', '5'] },
        reason: { type: 'longText', label: t('new.survey.reason') },
      },
    };
  return { ...shared, submitAction: 'storeOnly', fields: [] };
}
