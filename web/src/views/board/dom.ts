/** Measures cards and finds their elements. */

const listOf = (column: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-column]')].find((list) => list.dataset.column === column);

/** The vertical centres of the cards of a column from top to bottom, without the card that moves. */
export const middlesOf = (column: string, without: string): number[] =>
  [...(listOf(column)?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    .filter((card) => card.dataset.card !== without)
    .map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return top + height / 2;
    });

const linkOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-card-link]')].find((link) => link.dataset.cardLink === id);

export const focusCard = (id: string | undefined): void => {
  if (id !== undefined) linkOf(id)?.focus();
};

/** The link of a card, if the card is already in the column. */
export function linkIn(column: string, id: string): HTMLElement | undefined {
  const link = linkOf(id);
  return link?.closest<HTMLElement>('[data-column]')?.dataset.column === column ? link : undefined;
}

/** Scrolls to the position where the card would be dropped. */
export const showLine = (): void => {
  requestAnimationFrame(() =>
    document.querySelector('[data-drop-line]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  );
};
