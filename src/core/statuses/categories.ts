/** The categories of most lists: whether a record is still worked on, and how it ended. */
export const categories = ['open', 'won', 'lost', 'closed'] as const;

/** The categories of records that are not ended. */
const openCategories: readonly string[] = ['draft', 'open'];

export const isClosedCategory = (category: string): boolean => !openCategories.includes(category);

/** The category of a status that is only known to be open or closed. */
export const categoryFor = (ofList: readonly string[], isClosed: boolean): string =>
  (isClosed ? ['closed', ...ofList].find((one) => isClosedCategory(one) && ofList.includes(one)) : 'open') ?? 'open';
