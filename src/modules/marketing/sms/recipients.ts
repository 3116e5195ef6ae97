import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';

/** A contact or a lead. */
export interface SmsPerson {
  readonly contactId: string | null;
  readonly leadId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly mobilePhone: string | null;
}

/**
 * The number as digits, with a leading plus if it has one, because providers accept no spaces. Undefined when it is not
 * a phone number.
 */
export const smsNumberOf = ({ mobilePhone, phone }: Pick<SmsPerson, 'mobilePhone' | 'phone'>): string | undefined => {
  const number = (mobilePhone || phone || '').replace(/(?!^\+)\D/g, '');
  return /^\+?\d{6,15}$/.test(number) ? number : undefined;
};

const placeholders: ReadonlySet<string> = new Set(['firstName', 'lastName']);
const maxNamed = 20;

/** Returns an error for placeholders without a value: they would be sent as they are written. */
export function unknownPlaceholders({ message, optOutText }: RecordObject): AppError[] {
  const found = `${String(message ?? '')} ${String(optOutText ?? '')}`.matchAll(/\{\{([^{}]{0,200})\}\}/g);
  const names = new Set([...found].map(([, name = '']) => name.trim()).filter((name) => !placeholders.has(name)));
  if (names.size === 0) return [];
  const listed = [...names].slice(0, maxNamed);
  return [
    new AppError(
      'template_incomplete',
      `Nothing fills ${listed.join(', ')}: text messages know {{ firstName }} and {{ lastName }}.`,
      listed.map((name) => ({ field: 'message', code: 'missing_variable', message: `${name} has no value.` })),
    ),
  ];
}

/** The text for one person: `{{firstName}}` and `{{lastName}}` are filled in. */
export const textFor = (channel: RecordObject, { firstName, lastName }: SmsPerson): string =>
  `${String(channel.message ?? '')}${channel.optOutText ? ` ${String(channel.optOutText)}` : ''}`
    .replaceAll(/\{\{\s*firstName\s*\}\}/g, firstName ?? '')
    .replaceAll(/\{\{\s*lastName\s*\}\}/g, lastName ?? '');
