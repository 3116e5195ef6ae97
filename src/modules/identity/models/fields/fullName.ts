import { text } from '#core/fields/index.ts';

/** First name, last name, and both together. */
export const fullName = () => ({
  firstName: text(),
  lastName: text(),
  name: text({
    generated: "nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')",
    search: true,
    maxLength: 511,
  }),
});
