import { text } from '#core/fields/index.ts';

/** `firstName` and `lastName` joined; null when both are missing. */
export const fullName = () =>
  text({
    generated: "nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')",
    search: true,
    index: true,
    label: 'Name',
  });
