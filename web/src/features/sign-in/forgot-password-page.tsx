import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { AccountField } from './account-field.tsx';
import { account } from './api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField } from './email-field.tsx';
import { useCall } from './use-call.ts';

export function ForgotPasswordPage() {
  const { t } = useTranslation('sign-in');
  const [email, setEmail] = useState('');
  const [accountKey, setAccountKey] = useState('');
  const [sent, setSent] = useState(false);
  const { busy, problem, run } = useCall();
  const submit = async () => {
    setSent(await run(() => account.forgotPassword(email.trim(), accountKey === '' ? undefined : accountKey)));
  };
  return (
    <AuthFrame
      title={t('forgotTitle')}
      text={t('forgotText')}
      problem={problem}
      done={sent ? t('forgotDone') : undefined}
      back
    >
      <Form enterSends onSubmit={submit}>
        <Stack gap="sm">
          <EmailField value={email} onChange={setEmail} />
          <AccountField value={accountKey} onChange={setAccountKey} />
          <Button type="submit" loading={busy}>
            {t('forgotSend')}
          </Button>
        </Stack>
      </Form>
    </AuthFrame>
  );
}
