import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSelectedInView } from '~/ui/use-selected-in-view.ts';
import split from '~/views/editor/split.module.css';
import { useUrlState } from './url-state.ts';

interface UrlTabsProps<Tab extends string> {
  /** The first one is open when the URL names none. */
  readonly tabs: readonly Tab[];
  readonly label: (tab: Tab) => string;
  /** True when the content fills the page, so that the tabs need a margin of their own. */
  readonly fill?: boolean;
  readonly children: (tab: Tab) => ReactNode;
}

/** The tabs of a page. The URL keeps the open one. */
export function UrlTabs<Tab extends string>({ tabs, label, fill = false, children }: UrlTabsProps<Tab>) {
  const [{ tab: wanted }, setState] = useUrlState<{ tab: string }>();
  const [first] = tabs;
  const tab = tabs.find((one) => one === wanted) ?? first;
  const list = useSelectedInView(tab ?? '');
  if (tab === undefined) return null;
  return (
    <Tabs value={tab} onChange={(next) => setState({ tab: next === first ? undefined : (next ?? undefined) })}>
      <Tabs.List ref={list} className={split.tabs} {...(fill ? { px: 'sm' } : { mb: 'md' })}>
        {tabs.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {label(key)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children(tab)}</Tabs.Panel>
    </Tabs>
  );
}
