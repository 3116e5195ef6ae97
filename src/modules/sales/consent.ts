import { type FieldDeclaration, grouped } from '#core/fields/field.ts';
import { boolean, choice, datetime } from '#core/fields/index.ts';

/** The contact permissions that a person gave, with time and place. */
export const consent = (): Record<string, FieldDeclaration> =>
  grouped('Consent', {
    emailOptIn: boolean({ default: false }),
    smsOptIn: boolean({ default: false, label: 'SMS opt in' }),
    doNotCall: boolean({ default: false }),
    doNotEmail: boolean({ default: false }),
    consentGivenAt: datetime(),
    consentSource: choice({ options: ['webForm', 'email', 'phone', 'event', 'contract', 'import'] }),
    unsubscribedAt: datetime(),
  });
