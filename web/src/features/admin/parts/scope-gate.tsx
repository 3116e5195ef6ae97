import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import { type AdminSection, mayOpen } from '../sections.ts';

interface ScopeGateProps {
  /** The name of the page. */
  readonly title: string;
  readonly scope: AdminSection['scope'];
  readonly children: ReactNode;
}

/** Shows a page only to people who hold its scope. Others see which scope is missing. */
export function ScopeGate({ title, scope, children }: ScopeGateProps) {
  const { t } = useTranslation('admin');
  const can = useCan();
  if (mayOpen(scope, can.scope)) return children;
  return (
    <Page title={title}>
      <EmptyState
        icon={IconLock}
        title={t('gate.title')}
        text={t('gate.text', { scope: [scope].flat().join(' / ') })}
      />
    </Page>
  );
}
