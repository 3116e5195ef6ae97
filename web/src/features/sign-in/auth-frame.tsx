import { Alert, Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languages } from '~/lib/language.ts';
import { useTabTitle } from '~/ui/tab-title.ts';
import classes from './auth-frame.module.css';

interface AuthFrameProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** An error message. */
  readonly problem?: string | undefined;
  /** A success message. */
  readonly done?: string | undefined;
  readonly children?: ReactNode;
  /** Shows the link back to the sign-in. */
  readonly back?: boolean;
}

/** The frame of all pages that need no session. */
export function AuthFrame({ title, text, problem, done, children, back }: AuthFrameProps) {
  const { t, i18n } = useTranslation('sign-in');
  useTabTitle(title);
  return (
    <main className={classes.page}>
      <Stack className={classes.card} gap="md">
        <Group gap="xs">
          <img src="/app/icon.svg" alt="" width={28} height={28} />
          <Text fw={650} size="lg">
            Atrium
          </Text>
        </Group>
        <Box>
          <Title order={1}>{title}</Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {text}
            </Text>
          )}
          <div role="status" aria-live="polite">
            {done !== undefined && (
              <Alert color="teal" mt="md">
                {done}
              </Alert>
            )}
          </div>
        </Box>
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {children}
        {back && (
          <Anchor component={Link} to="/sign-in" size="sm">
            {t('backToSignIn')}
          </Anchor>
        )}
      </Stack>
      <Group gap="md" mt="md" component="nav" aria-label={t('language')}>
        {languages.map(({ value, label }) => (
          <Anchor
            key={value}
            component="button"
            type="button"
            size="sm"
            c={i18n.language === value ? undefined : 'dimmed'}
            aria-current={i18n.language === value}
            onClick={() => changeLanguage(value)}
          >
            {label}
          </Anchor>
        ))}
      </Group>
    </main>
  );
}
