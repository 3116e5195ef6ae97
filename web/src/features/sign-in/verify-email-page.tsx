import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from './api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useCall } from './use-call.ts';
import { useToken } from './use-token.ts';

/** Verifies an address by a button. Opening the page changes nothing, because mail scanners follow links. */
export function VerifyEmailPage() {
  const { t } = useTranslation('sign-in');
  const token = useToken();
  const [done, setDone] = useState(false);
  const { busy, problem, run } = useCall();
  return (
    <AuthFrame
      title={t('verifyTitle')}
      text={t('verifyText')}
      problem={token === undefined ? t('noToken') : problem}
      done={done ? t('verifyDone') : undefined}
      back
    >
      {token !== undefined && !done && (
        <Button loading={busy} onClick={async () => setDone(await run(() => account.verifyEmail(token)))}>
          {t('verifySend')}
        </Button>
      )}
    </AuthFrame>
  );
}
