import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Link } from '~/metadata/registry.ts';
import { LinkActions } from './link-actions.tsx';
import classes from './related.module.css';

interface EmptyRelationsProps {
  readonly links: readonly Link[];
  readonly id: string;
  readonly isNamed: (link: Link) => boolean;
}

/** Models without a record for this one yet, with buttons that create the first. */
export function EmptyRelations({ links, id, isNamed }: EmptyRelationsProps) {
  const { t } = useTranslation('record');
  const can = useCan();
  const writable = links.filter(({ model, field }) => can.write(model) && !field.readOnly);
  if (writable.length === 0) return null;
  return (
    <details className={classes.others}>
      <summary>{t('related.others', { count: writable.length })}</summary>
      <ul className={classes.list}>
        {writable.map((link) => (
          <li key={`${link.model.path} ${link.field.key}`} className={classes.other}>
            <Group gap={8}>
              <Text size="sm">{link.model.labelPlural}</Text>
              {isNamed(link) && (
                <Text size="xs" c="dimmed">
                  {link.field.label}
                </Text>
              )}
            </Group>
            <LinkActions link={link} id={id} />
          </li>
        ))}
      </ul>
    </details>
  );
}
