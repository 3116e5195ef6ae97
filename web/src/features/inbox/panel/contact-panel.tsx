import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useReferenced } from '~/fields/reference/lookup.ts';
import { useCan } from '~/metadata/access.ts';
import { recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import classes from '../inbox.module.css';
import type { Conversation } from '../inbox-api.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The right column: the contact of the conversation, with related records. */
export function ContactPanel({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const { contactId, accountId, participants, _id } = conversation;
  const about = contactId !== null ? { contactId } : accountId !== null ? { accountId } : undefined;
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <Stack gap="md">
        {contactId !== null && <ContactFacts id={contactId} />}
        {contactId === null && (
          <Part title={t('panel.participants')}>
            {(participants ?? []).map((address) => (
              <Text key={address} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {address}
              </Text>
            ))}
            <Text size="xs" c="dimmed">
              {t('panel.unknown')}
            </Text>
          </Part>
        )}
        {accountId !== null && (
          <Part title={t('panel.account')}>
            <RecordLink name="sales.accounts" id={accountId} />
          </Part>
        )}
        {about && (
          <LinkedRecords
            title={t('panel.deals')}
            name="sales.opportunities"
            filter={{ ...about, 'statusId.category': { nin: ['won', 'lost', 'closed'] } }}
            second={(deal) => text(deal.stage)}
          />
        )}
        {about && (
          <LinkedRecords
            title={t('panel.conversations')}
            name="communications.conversations"
            filter={{ ...about, _id: { ne: _id }, mergedIntoId: { null: true } }}
            second={(other) => t(`state.${text(other.status)}`)}
            to={(other) => ({ to: '/inbox', search: { folder: 'all', id: other._id } })}
          />
        )}
      </Stack>
    </aside>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.partTitle}>{title}</h3>
      <Stack gap={4}>{children}</Stack>
    </section>
  );
}

function ContactFacts({ id }: { readonly id: string }) {
  const { t } = useTranslation('inbox');
  const model = useRegistry().find('sales.contacts');
  const contact = useReferenced(model, id, undefined);
  if (!model || !contact) return null;
  const name = recordLabel(model, contact);
  return (
    <Part title={t('panel.contact')}>
      <div className={classes.contact}>
        <PersonAvatar name={name} size={36} />
        <div className={classes.contactName}>
          <Anchor component={Link} to={recordPath(model, id)} size="sm" fw={600}>
            {name}
          </Anchor>
          <Text size="xs" c="dimmed" truncate>
            {text(contact.title)}
          </Text>
        </div>
      </div>
      {[contact.email, contact.phone, contact.mobilePhone].map(text).map(
        (line) =>
          line !== '' && (
            <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          ),
      )}
    </Part>
  );
}

function RecordLink({ name, id }: { readonly name: string; readonly id: string }) {
  const model = useRegistry().find(name);
  const record = useReferenced(model, id, undefined);
  if (!model || !record) return null;
  return (
    <Anchor component={Link} to={recordPath(model, id)} size="sm">
      {recordLabel(model, record)}
    </Anchor>
  );
}

interface LinkedRecordsProps {
  readonly title: string;
  readonly name: string;
  readonly filter: Filter;
  readonly second: (record: RecordData) => string;
  /** The link target of a record. The default is its own page. */
  readonly to?: (record: RecordData) => { readonly to: string; readonly search: object };
}

const maxShown = 5;

/** The newest records of a model for the contact or account. Shows nothing if there are none. */
function LinkedRecords({ title, name, filter, second, to }: LinkedRecordsProps) {
  const model = useRegistry().find(name);
  const can = useCan();
  const input = { filter, sort: ['-createdAt'], limit: maxShown, count: 'none' as const };
  const { data } = useQuery({
    queryKey: keys.list(model?.path ?? '', input),
    queryFn: ({ signal }) => records.list(model?.path ?? '', input, signal),
    enabled: model !== undefined && can.read(model),
  });
  if (!model || !data || data.data.length === 0) return null;
  return (
    <Part title={title}>
      {data.data.map((record) => (
        <div key={record._id}>
          <Anchor component={Link} size="sm" {...((to?.(record) ?? { to: recordPath(model, record._id) }) as object)}>
            {recordLabel(model, record)}
          </Anchor>
          <Text size="xs" c="dimmed" truncate>
            {second(record)}
          </Text>
        </div>
      ))}
    </Part>
  );
}
