import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RecordData } from '~/api/records.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { mailApi, mailKeys } from '../mail-api.ts';
import { MailPicture } from './mail-picture.tsx';
import { TemplateMenu } from './template-menu.tsx';
import classes from './templates.module.css';

const model = 'communications.emailTemplates';

interface TemplateCardProps {
  readonly template: RecordData;
}

/** A template with its thumbnail. */
export function TemplateCard({ template }: TemplateCardProps) {
  const mayWrite = useMayWrite(model, template);
  return (
    <article className={classes.card}>
      <MailPicture
        queryKey={mailKeys.preview(template._id, { version: template.version })}
        read={(signal) => mailApi.preview(template._id, {}, signal)}
      />
      <Group justify="space-between" wrap="nowrap" gap={4} px="sm" pt="xs">
        <Anchor
          component={Link}
          to={`/mail/templates/${template._id}`}
          className={classes.cover}
          size="sm"
          fw={600}
          c="inherit"
          truncate
        >
          {String(template.name)}
        </Anchor>
        {mayWrite && (
          <div className={classes.above}>
            <TemplateMenu template={template} />
          </div>
        )}
      </Group>
      <Text size="xs" c="dimmed" px="sm" truncate>
        {String(template.description || template.subject || '')}
      </Text>
      <Group gap={6} px="sm" pt={6} pb="sm">
        {template.status !== 'active' && <StatusBadge model={model} value={template.status} />}
        <StatusBadge model={model} field="category" value={template.category} />
        <Text size="xs" c="dimmed" ml="auto" component="div" className={classes.above}>
          <TimeText value={template.updatedAt} />
        </Text>
      </Group>
    </article>
  );
}
