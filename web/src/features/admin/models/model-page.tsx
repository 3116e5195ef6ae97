import { Button, Code } from '@mantine/core';
import { IconArrowsSort, IconEye, IconMapSearch, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { Facts } from '~/views/parts/facts.tsx';
import { ArrangeModal } from './arrange-modal.tsx';
import { DeletedEntries } from './deleted-entries.tsx';
import { FieldModal } from './field-modal.tsx';
import { FieldsTable } from './fields-table.tsx';
import { FormPreview } from './form-preview.tsx';
import { ModelActions } from './model-actions.tsx';
import { RulesSection } from './rules-section.tsx';
import { customFieldsOf, limits } from './schema.ts';

export function ModelPage() {
  const { t } = useTranslation('admin');
  const { moduleKey, slug } = useParams({ strict: false }) as { moduleKey: string; slug: string };
  const registry = useRegistry();
  const model = registry.at(moduleKey, slug);
  const [edited, setEdited] = useState<Field | 'new'>();
  const [previewing, setPreviewing] = useState(false);
  const [arranging, setArranging] = useState(false);
  const above = <BackLink to="/admin/models" label={t('sections.models.name')} />;
  if (!model)
    return (
      <Page title={`${moduleKey}.${slug}`} above={above}>
        <EmptyState icon={IconMapSearch} title={t('models.missing')} text={t('models.missingText')} />
      </Page>
    );
  const customCount = customFieldsOf(model);
  return (
    <Page
      title={model.labelPlural}
      description={t(model.custom ? 'models.isOwn' : 'models.isProduct')}
      above={above}
      actions={
        <>
          <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviewing(true)}>
            {t('models.preview')}
          </Button>
          {customCount > 0 && (
            <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => setArranging(true)}>
              {t('fields.arrange')}
            </Button>
          )}
          {model.custom && <ModelActions model={model} />}
          <Button
            leftSection={<IconPlus size={16} />}
            onClick={() => setEdited('new')}
            disabled={customCount >= limits.fieldsOfModel}
          >
            {t('fields.add')}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { label: t('models.module'), value: t(`modules.${model.moduleKey}`, model.moduleKey) },
          { label: t('models.path'), value: <Code>{model.path}</Code> },
          { label: t('models.titleField'), value: registry.field(model, model.titleField)?.label ?? model.titleField },
          {
            label: t('models.customFields'),
            value: t('models.ofMax', { count: customCount, max: limits.fieldsOfModel }),
          },
        ]}
      />
      <FieldsTable model={model} onEdit={setEdited} />
      {!model.readOnly && <RulesSection model={model} />}
      <DeletedEntries model={model} />
      {edited !== undefined && (
        <FieldModal model={model} field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {arranging && <ArrangeModal model={model} onClose={() => setArranging(false)} />}
      {previewing && <FormPreview model={model} onClose={() => setPreviewing(false)} />}
    </Page>
  );
}
