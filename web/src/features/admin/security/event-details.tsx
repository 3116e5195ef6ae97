import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { kindOf, type SecurityEvent } from './security-events.ts';

/** The details of an event in one line: roles before and after, the name of a key, the kind of sign-in. */
export function EventDetails({ event }: { readonly event: SecurityEvent }) {
  const { t } = useTranslation('admin');
  const { details } = event;
  const parts: string[] = [];
  const add = (key: string, value: unknown) => {
    const text = Array.isArray(value) ? value.join(', ') || '–' : value;
    if (typeof text === 'string' && text !== '') parts.push(t(`security.details.${key}`, { value: text }));
  };
  if (typeof details.method === 'string')
    parts.push(t(`sessions.methods.${details.method}`, t(`security.methods.${details.method}`, details.method)));
  add('role', details.role);
  add('name', details.name);
  add('provider', details.provider);
  add('accountKey', details.accountKey);
  add('reason', details.reason);
  add('roles', details.roles);
  add('scopes', details.scopes);
  if ('before' in details) add('before', details.before);
  if ('after' in details) add('after', details.after);
  if (details.locked === true && kindOf(event) === 'signInFailed') parts.push(t('security.details.locked'));
  if (parts.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {parts.join(' · ')}
    </Text>
  );
}
