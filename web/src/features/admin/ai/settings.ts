import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { settingsPath } from '~/metadata/ai.ts';
import { notifyDone } from '~/ui/notify.ts';
import { useSave } from '~/views/parts/use-save.ts';

/** The settings of the provider keys. The other AI settings are below. */
export const keySettings = ['ai.openai', 'ai.anthropic', 'ai.google', 'ai.image', 'ai.imageSearch'] as const;
const otherSettings = [
  'ai.defaultModel',
  'ai.failover',
  'ai.approval',
  'ai.tools',
  'ai.limits',
  'ai.keepContent',
] as const;

export type SettingKey = (typeof keySettings)[number] | (typeof otherSettings)[number];

interface Setting extends RecordData {
  readonly key: string;
  readonly value: unknown;
  readonly secretValue: { readonly set: boolean } | null;
}

export type Settings = ReadonlyMap<string, Setting>;

const input = { filter: { key: { in: [...keySettings, ...otherSettings] } }, limit: 50, count: 'none' } as const;

export const aiSettingsQuery = queryOptions({
  queryKey: keys.list(settingsPath, input),
  queryFn: async ({ signal }): Promise<Settings> => {
    const { data } = await records.list(settingsPath, input, signal);
    return new Map((data as unknown as readonly Setting[]).map((setting) => [setting.key, setting]));
  },
  structuralSharing: false,
});

export const settingValue = <T>(settings: Settings, key: SettingKey): T | undefined =>
  (settings.get(key)?.value as T | null | undefined) ?? undefined;

interface Change {
  readonly key: SettingKey;
  /** Null restores the default. */
  readonly value?: unknown;
  /** Null removes the secret. */
  readonly secretValue?: string | null;
}

const typeOf = ({ value, secretValue }: Change): string => {
  if (secretValue !== undefined) return 'secret';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'object';
};

async function saveSetting(stored: Setting | undefined, change: Change): Promise<void> {
  const { key, ...values } = change;
  if (stored) await records.update(settingsPath, stored._id, values, { version: stored.version });
  else await records.create(settingsPath, { key, category: 'ai', valueType: typeOf(change), ...values });
}

/** Saves settings one after the other, and keeps the errors. */
export function useSaveSettings(settings: Settings) {
  const { t } = useTranslation('admin-ai');
  const client = useQueryClient();
  return useSave<readonly Change[]>({
    inputs: [],
    send: async (changes) => {
      try {
        for (const change of changes) {
          const before = settings.get(change.key);
          const isSame = JSON.stringify(before?.value ?? null) === JSON.stringify(change.value ?? null);
          if (!isSame || change.secretValue !== undefined) await saveSetting(before, change);
        }
      } finally {
        await refreshWritten(client, keys.model(settingsPath));
      }
    },
    onDone: () => notifyDone(t('saved')),
  });
}
