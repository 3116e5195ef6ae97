import { Alert, Anchor, Box, Button, Code, CopyButton, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '~/metadata/access.ts';
import { Section } from '~/ui/section.tsx';
import { type Form, formAddress } from './form.ts';

/** The address of a published form, and the code that embeds it in other pages. */
export function SharePanel({ form }: { readonly form: Form }) {
  const { t } = useTranslation('marketing-forms');
  const { tenant } = useMe();
  if (form.status !== 'published' || !form.slug)
    return (
      <Box p="md">
        <Alert title={t('share.notYet')}>{t('share.notYetText')}</Alert>
      </Box>
    );
  const address = `${location.origin}${formAddress(tenant.accountKey, form.slug)}`;
  const embed = `<div data-atrium-form></div>\n<script src="${address}/embed.js" async></script>`;
  const submit = `${location.origin}/api/forms/forms/${form._id}/submit`;
  return (
    <Stack gap="md" p="md" maw={820}>
      <Section title={t('share.link')} text={t('share.linkText')} actions={<Copy value={address} />}>
        <TextInput value={address} readOnly aria-label={t('share.link')} />
        <Anchor href={address} target="_blank" rel="noopener" size="sm" mt="xs" display="inline-block">
          {t('share.open')}
        </Anchor>
      </Section>
      <Section title={t('share.embed')} text={t('share.embedText')} actions={<Copy value={embed} />}>
        <Code block>{embed}</Code>
      </Section>
      <Section title={t('share.api')} text={t('share.apiText')} actions={<Copy value={submit} />}>
        <Code block>{`POST ${submit}`}</Code>
        <Text size="xs" c="dimmed" mt="xs">
          {t('share.utm')}
        </Text>
      </Section>
    </Stack>
  );
}

function Copy({ value }: { readonly value: string }) {
  const { t } = useTranslation('marketing-forms');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy}>
          {t(copied ? 'share.copied' : 'share.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
