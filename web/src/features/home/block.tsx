import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import classes from './my-work.module.css';

interface BlockProps {
  readonly title: string;
  /** The number of all entries, when it is known. */
  readonly total?: number | undefined;
  /** The address of the full list. */
  readonly to: string;
  readonly search?: object;
  /** The text when there is nothing to do. */
  readonly empty: string;
  /** The lines; undefined while they load. */
  readonly lines: readonly ReactNode[] | undefined;
  readonly error: Error | null;
}

/** A list of a few things that wait for the person, with a link to all of them. */
export function Block({ title, total, to, search, empty, lines, error }: BlockProps) {
  const { t } = useTranslation('home');
  return (
    <section className={classes.block} aria-label={title} aria-busy={lines === undefined && !error}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          {title}
          {total !== undefined && total > 0 && (
            <Text span c="dimmed" size="sm" ml={8} className="tabular">
              {total}
            </Text>
          )}
        </Title>
        <Link
          to={to}
          {...(search && { search: search as never })}
          className={classes.more}
          aria-label={t('showAllOf', { title })}
        >
          {t('showAll')}
        </Link>
      </div>
      {error && <ErrorState error={error} />}
      {lines?.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {lines && lines.length > 0 && <ul className={classes.list}>{lines}</ul>}
    </section>
  );
}
