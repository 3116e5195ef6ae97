import { useWindowEvent } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageCommand, useOfferCommands } from '~/metadata/page-commands.ts';

/** The keyboard shortcuts with the names of their actions. */
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

type ShortcutAction = (typeof inboxKeys)[number][1];
export type ShortcutActions = Readonly<Partial<Record<ShortcutAction, () => void>>>;

const writes = 'input, textarea, select, [contenteditable="true"]';

/** Shortcuts are off while somebody types, or while a dialog or menu is open. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(`${writes}, [role="dialog"], [role="menu"]`) !== null) ||
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Offers the current actions by shortcut and in the palette. */
export function useKeys(actions: ShortcutActions): void {
  const { t } = useTranslation('inbox');
  const current = useRef(actions);
  current.current = actions;
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
    const name = inboxKeys.find(([key]) => key === event.key)?.[1];
    const action = name && current.current[name];
    if (!action) return;
    event.preventDefault();
    action();
  });
  const offered = Object.keys(actions).join(' ');
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
