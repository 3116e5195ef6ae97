import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColorInput } from '~/ui/color-input.tsx';
import { IconInput } from './icon-input.tsx';

interface Look {
  readonly icon: string | null;
  readonly color: string | null;
}

interface LookInputsProps extends Look {
  readonly layout?: string;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Look>) => void;
}

/** Inputs for the icon and colour of a screen or workspace in the navigation. */
export function LookInputs({ icon, color, layout, problems, onChange }: LookInputsProps) {
  const { t } = useTranslation('screens');
  return (
    <SimpleGrid cols={2} spacing="sm">
      <IconInput
        value={icon}
        {...(layout !== undefined && { layout })}
        error={problems.icon}
        onChange={(next) => onChange({ icon: next })}
      />
      <ColorInput
        label={t('look.color')}
        placeholder={t('look.noColor')}
        value={color ?? ''}
        onChange={(next) => onChange({ color: next === '' ? null : next })}
        error={problems.color}
      />
    </SimpleGrid>
  );
}
