import { text } from '#core/fields/index.ts';

/** The names of a person, and the two as one. */
export const fullName = () => ({
  firstName: text(),
  lastName: text(),
  name: text({
    generated: "nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')",
    search: true,
    maxLength: 511,
  }),
});
