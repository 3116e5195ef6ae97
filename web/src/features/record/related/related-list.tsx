import { ActionIcon, Anchor, Group, Menu, Text, Title } from '@mantine/core';
import { IconDots, IconExternalLink, IconLinkOff } from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Page, type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { recordPath } from '~/metadata/model.ts';
import { type Link, titleOf } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { ListLink } from '../parts/list-link.tsx';
import { KeyValues } from './key-values.tsx';
import { LinkActions } from './link-actions.tsx';
import { linkedValue, unlinkedValue } from './link-value.ts';
import classes from './related.module.css';
import { RowTitle } from './row-title.tsx';

interface RelatedListProps {
  readonly link: Link;
  readonly id: string;
  readonly page: Page | undefined;
  readonly withField: boolean;
}

/** The newest records that refer to this one by a field. */
export function RelatedList({ link, id, page, withField }: RelatedListProps) {
  const { t } = useTranslation('record');
  const { model, field } = link;
  const refresh = useRefresh(model.path);
  const can = useCan();
  const canUnlink = !field.required && !field.readOnly && !field.createOnly;
  const heading = useId();
  const rows = page?.data ?? [];
  const total = page?.meta.total ?? rows.length;
  const unlink = async (row: RecordData) => {
    const set = (value: unknown, version?: number) =>
      records.update(model.path, row._id, { [field.key]: value }, { version });
    try {
      await set(unlinkedValue(field, row[field.key], id), row.version);
      await refresh();
      notifyUndo(t('related.unlinked', { title: titleOf(model, row) }), async () => {
        const now = await records.get(model.path, row._id);
        await set(linkedValue(field, now[field.key], id), now.version);
        await refresh();
      });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <Group justify="space-between" gap="xs" wrap="nowrap" className={classes.head}>
        <Group gap="0 8px">
          <Title order={2} size="h3" id={heading}>
            {model.labelPlural}
          </Title>
          {withField && (
            <Text size="sm" c="dimmed">
              {field.label}
            </Text>
          )}
          <Text size="sm" c="dimmed" className="tabular">
            {page?.meta.totalExact === false ? `${total}+` : total}
          </Text>
        </Group>
        <LinkActions link={link} id={id} />
      </Group>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row._id} className={classes.row}>
            <Anchor component={RouterLink} to={recordPath(model, row._id)} size="sm" className={classes.title}>
              <RowTitle model={model} record={row} without={field.key} />
            </Anchor>
            <KeyValues model={model} record={row} without={field.key} />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('related.actions', { title: titleOf(model, row) })}
                >
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  component={RouterLink}
                  to={recordPath(model, row._id)}
                  leftSection={<IconExternalLink size={16} />}
                >
                  {t('open')}
                </Menu.Item>
                {canUnlink && can.writeRecord(model, row) && (
                  <Menu.Item leftSection={<IconLinkOff size={16} />} onClick={() => unlink(row)}>
                    {t('related.unlink')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Anchor component={ListLink} link={link} id={id} size="sm" className={classes.all}>
          {t('related.showAll', { count: total })}
        </Anchor>
      )}
    </section>
  );
}
