import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '~/api/session.ts';
import { changeLanguage, languages } from '~/lib/language.ts';
import { meQuery, useMe } from '~/metadata/access.ts';
import { notifyError } from '~/ui/notify.ts';

/** Switches to the language of the profile, also on a device where no language was chosen. */
export function useProfileLanguage(): void {
  const { i18n } = useTranslation();
  const { language } = useMe().user;
  useEffect(() => {
    const known = languages.some(({ value }) => value === language);
    if (known && language !== null && language !== i18n.language) void changeLanguage(language);
  }, [language, i18n]);
}

/** Changes the language of the console and of the profile. */
export function useChooseLanguage(): (language: string) => Promise<void> {
  const client = useQueryClient();
  return async (language) => {
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, user: { ...me.user, language } });
    await changeLanguage(language);
    session.changeMe({ language }).catch((error: unknown) => notifyError(error));
  };
}
