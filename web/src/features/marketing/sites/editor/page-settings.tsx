import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { ContentDraft } from '~/views/editor/use-content-draft.ts';
import { fieldErrors } from '~/views/parts/field-errors.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { pagesModel, type WebPage } from '../site.ts';

const sections = {
  settings: [
    'name',
    'title',
    'path',
    'type',
    'parentPageId',
    'position',
    'language',
    'translationOfId',
    'variantOfId',
    'weight',
    'campaignId',
    'redirectUrl',
    'tags',
  ],
  search: [
    'metaTitle',
    'metaDescription',
    'metaKeywords',
    'noIndex',
    'canonicalUrl',
    'socialTitle',
    'socialDescription',
    'socialImageUrl',
    'featuredImageUrl',
    'description',
  ],
  code: ['layoutId', 'css', 'script', 'html'],
} as const;

/** Fields that only marketing administrators may change. */
const guarded = new Set(['script', 'html']);

interface PageSettingsProps {
  readonly section: keyof typeof sections;
  readonly draft: ContentDraft<WebPage>;
  readonly disabled: boolean;
}

/** The settings of a page. */
export function PageSettings({ section, draft: { draft: page, change, error }, disabled }: PageSettingsProps) {
  const { t } = useTranslation('marketing-sites');
  const isAdmin = useCan().scope('marketing:admin');
  const errors = fieldErrors(error);
  return (
    <>
      {section === 'code' && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(isAdmin ? 'editor.codeText' : 'editor.codeOfAdmins')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: section === 'code' ? 1 : 2 }} spacing="sm">
        {sections[section].map((field) => (
          <FieldOf
            key={field}
            model={pagesModel}
            field={field}
            value={page[field]}
            onChange={(value) => change({ [field]: value === '' ? null : value })}
            values={page}
            error={errors[field]}
            disabled={disabled || (guarded.has(field) && !isAdmin)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
