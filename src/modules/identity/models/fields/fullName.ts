import { text } from '#core/fields/index.ts';

/** The first name, the last name, and the full name. */
export const fullName = () => ({
  firstName: text(),
  lastName: text(),
  name: text({
    generated: "nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')",
    search: true,
    maxLength: 511,
  }),
});
