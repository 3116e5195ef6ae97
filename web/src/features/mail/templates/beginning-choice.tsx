import { Box, Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Starter } from '../mail-api.ts';
import { MailPicture } from './mail-picture.tsx';
import { starterPicture } from './starters.ts';
import type { TemplateFormat } from './template.ts';
import classes from './templates.module.css';

/** An empty template of a format, or a copy of a starter. */
export type Beginning = TemplateFormat | `starter:${string}`;

interface BeginningChoiceProps {
  readonly value: Beginning;
  readonly onChange: (value: Beginning) => void;
  /** Undefined while they load. */
  readonly starters: readonly Starter[] | undefined;
}

const formats: readonly TemplateFormat[] = ['mjml', 'html', 'text'];

/** Chooses the start of a new template. */
export function BeginningChoice({ value, onChange, starters }: BeginningChoiceProps) {
  const { t } = useTranslation('mail');
  return (
    <Radio.Group
      label={t('templates.begin')}
      value={value}
      onChange={(next) => onChange(next as Beginning)}
      className={classes.choices}
    >
      <Stack gap="xs" my={4}>
        {formats.map((format) => (
          <Radio
            key={format}
            size="sm"
            value={format}
            label={t('templates.blank', { format: t(`templates.formats.${format}`) })}
            description={t(`templates.formatsText.${format}`)}
          />
        ))}
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm" mt="sm" p={2}>
        {starters
          ? starters.map(({ key, name, description }) => (
              <Radio.Card key={key} value={`starter:${key}`} className={classes.starter} aria-label={name}>
                <MailPicture {...starterPicture(key)} />
                <Box px="xs" py={6}>
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {description}
                  </Text>
                </Box>
              </Radio.Card>
            ))
          : [1, 2, 3].map((n) => <Skeleton key={n} height={190} />)}
      </SimpleGrid>
    </Radio.Group>
  );
}
