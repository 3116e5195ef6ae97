import { SimpleGrid, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { MailPicture } from './mail-picture.tsx';
import { starterPicture, startersQuery } from './starters.ts';
import classes from './templates.module.css';

/** Shows the available designs, for an account without templates. */
export function StarterGallery({ onChoose }: { readonly onChoose: (key: string) => void }) {
  const { t } = useTranslation('mail');
  const { data, error, refetch } = useQuery(startersQuery);
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {t('templates.starters')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('templates.startersText')}
        </Text>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md">
          {data
            ? data.map(({ key, name, description }) => (
                <article key={key} className={classes.card}>
                  <MailPicture {...starterPicture(key)} />
                  <UnstyledButton
                    className={classes.cover}
                    px="sm"
                    pt="xs"
                    fz="sm"
                    fw={600}
                    aria-label={t('templates.use', { name })}
                    onClick={() => onChoose(key)}
                  >
                    {name}
                  </UnstyledButton>
                  <Text size="xs" c="dimmed" px="sm" pb="sm">
                    {description}
                  </Text>
                </article>
              ))
            : [1, 2, 3, 4].map((n) => <Skeleton key={n} height={250} />)}
        </SimpleGrid>
      )}
    </Stack>
  );
}
