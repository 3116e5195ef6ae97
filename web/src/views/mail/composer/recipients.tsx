import { Anchor, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressInput } from '../address-input.tsx';
import type { ComposerDraft } from './composer-draft.ts';

interface RecipientsProps {
  readonly draft: ComposerDraft;
  readonly onChange: (part: Partial<ComposerDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** The recipients. Cc and Bcc are shown on request. */
export function Recipients({ draft, onChange, errors }: RecipientsProps) {
  const { t } = useTranslation('inbox');
  const [copies, setCopies] = useState(draft.cc.length + draft.bcc.length > 0);
  return (
    <Stack gap="xs">
      <AddressInput
        label={t('compose.to')}
        value={draft.to}
        onChange={(to) => onChange({ to })}
        error={errors.to}
        required
      />
      {copies ? (
        <>
          <AddressInput
            label={t('compose.cc')}
            value={draft.cc}
            onChange={(cc) => onChange({ cc })}
            error={errors.cc}
          />
          <AddressInput
            label={t('compose.bcc')}
            value={draft.bcc}
            onChange={(bcc) => onChange({ bcc })}
            error={errors.bcc}
          />
        </>
      ) : (
        <Group>
          <Anchor component="button" type="button" size="xs" onClick={() => setCopies(true)}>
            {t('compose.copies')}
          </Anchor>
        </Group>
      )}
    </Stack>
  );
}
