import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { account } from './api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useCall } from './use-call.ts';
import { useToken } from './use-token.ts';

export function ResetPasswordPage() {
  const { t } = useTranslation('sign-in');
  const token = useToken();
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const { busy, problem, run } = useCall();
  const submit = async () => {
    setDone(await run(() => account.resetPassword(token ?? '', password)));
  };
  return (
    <AuthFrame
      title={t('resetTitle')}
      problem={token === undefined ? t('noToken') : problem}
      done={done ? t('resetDone') : undefined}
      back
    >
      {token !== undefined && !done && (
        <Form enterSends onSubmit={submit}>
          <Stack gap="sm">
            <NewPasswordField value={password} onChange={setPassword} />
            <Button type="submit" loading={busy}>
              {t('resetSend')}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthFrame>
  );
}
