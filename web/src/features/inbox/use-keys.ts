import { useWindowEvent } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageCommand, useOfferCommands } from '~/metadata/page-commands.ts';

/** Each key with the name of what it does. */
export const inboxKeys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['r', 'reply'],
  ['c', 'comment'],
  ['e', 'close'],
  ['#', 'trash'],
  ['a', 'assign'],
  ['s', 'snooze'],
  ['u', 'unread'],
  ['n', 'compose'],
  ['/', 'search'],
  ['?', 'help'],
] as const;

type Deed = (typeof inboxKeys)[number][1];
export type Deeds = Readonly<Partial<Record<Deed, () => void>>>;

const writes = 'input, textarea, select, [contenteditable="true"]';

/** A key does nothing while somebody types, or while a dialog or menu is open. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(`${writes}, [role="dialog"], [role="menu"]`) !== null) ||
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** What the person can do now, by key and in the palette. */
export function useKeys(deeds: Deeds): void {
  const { t } = useTranslation('inbox');
  const current = useRef(deeds);
  current.current = deeds;
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
    const name = inboxKeys.find(([key]) => key === event.key)?.[1];
    const deed = name && current.current[name];
    if (!deed) return;
    event.preventDefault();
    deed();
  });
  const offered = Object.keys(deeds).join(' ');
  const commands = useMemo(
    (): readonly PageCommand[] =>
      inboxKeys
        .filter(([, name]) => offered.split(' ').includes(name))
        .map(([key, name]) => ({
          id: `inbox ${name}`,
          label: t(`keys.${name}`),
          shortcut: key,
          run: () => current.current[name]?.(),
        })),
    [offered, t],
  );
  useOfferCommands(commands);
}
