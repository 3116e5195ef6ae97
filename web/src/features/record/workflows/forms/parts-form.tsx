import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PartInput } from './part-input.tsx';
import { type Part, type PartProps, problemAt } from './parts.ts';

interface PartsFormProps extends Omit<PartProps, 'part'> {
  readonly parts: readonly Part[];
}

/** The controls of a configuration. Rarely used ones are shown on request, or when they have a value or a problem. */
export function PartsForm({ parts, ...props }: PartsFormProps) {
  const { t } = useTranslation('workflows');
  const { config, problems } = props;
  const [isOpen, setOpen] = useState(() =>
    parts.some(({ key, more }) => more && (config[key] !== undefined || problemAt(problems, key) !== undefined)),
  );
  const hasMore = parts.some(({ more }) => more);
  return (
    <Stack gap="md">
      {parts
        .filter(({ more }) => !more || isOpen)
        .map((part) => (
          <PartInput key={part.key} part={part} {...props} />
        ))}
      {hasMore && !isOpen && (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
            {t('moreSettings')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
