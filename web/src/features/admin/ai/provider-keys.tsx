import type { AiModels } from '~/api/ai.ts';
import classes from './ai.module.css';
import { ProviderKey } from './provider-key.tsx';
import { keySettings, type Settings } from './settings.ts';

interface ProviderKeysProps {
  readonly settings: Settings;
  readonly models: AiModels;
}

/** The keys of all providers. */
export function ProviderKeys({ settings, models }: ProviderKeysProps) {
  return (
    <ul className={classes.keys}>
      {keySettings.map((key) => {
        const provider = key.slice('ai.'.length);
        return (
          <ProviderKey
            key={key}
            settingKey={key}
            settings={settings}
            isUsable={models.data.some((one) => one.provider === provider && one.configured)}
          />
        );
      })}
    </ul>
  );
}
