import { Alert, Anchor, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { session } from '~/api/session.ts';
import { useMe } from '~/metadata/access.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';

interface SessionEndDialogProps {
  readonly onClose: () => void;
}

/** Asks for the password again above the page, so that typed text is kept. */
export function SessionEndDialog({ onClose }: SessionEndDialogProps) {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const { user, tenant } = useMe();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    onClose();
    await client.invalidateQueries();
  };
  const signIn = async () => {
    setBusy(true);
    try {
      await session.signIn({ email: user.email, password, accountKey: tenant.accountKey });
      await goOn();
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  // The person may have signed in with an identity provider in another tab.
  useWindowEvent('focus', async () => {
    try {
      const me = await session.me();
      if (me.user._id === user._id) await goOn();
      else setProblem(t('sessionEnd.somebodyElse', { email: user.email }));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) setProblem(errorText(error, t));
    }
  });
  return (
    <Modal opened onClose={onClose} title={t('sessionEnd.title')} centered>
      <Form enterSends onSubmit={signIn}>
        <Stack gap="sm">
          <Text size="sm">{t('sessionEnd.text', { email: user.email })}</Text>
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <PasswordInput
            label={t('sessionEnd.password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            required
          />
          <Button type="submit" loading={busy}>
            {t('sessionEnd.signIn')}
          </Button>
          <Text size="xs" c="dimmed">
            <Anchor href="/app/sign-in" target="_blank" rel="noreferrer" size="sm" display="block">
              {t('sessionEnd.other')}
            </Anchor>
            {t('sessionEnd.otherHint')}
          </Text>
        </Stack>
      </Form>
    </Modal>
  );
}
