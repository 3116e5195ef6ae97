import { Combobox, Pill, PillsInput, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { namedFirst } from '~/lib/rank-matches.ts';
import { useCan } from '~/metadata/access.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { useOptionChoice } from '~/ui/select/use-option-choice.ts';
import { isAddress, readAddresses } from './read-addresses.ts';

const contactsPath = '/api/sales/contacts';
const minSearched = 2;

interface AddressInputProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly required?: boolean;
  readonly max?: number;
  readonly error?: string | undefined;
}

/** An input for mail addresses, which can be typed, pasted, or chosen from contacts found by name. */
export function AddressInput({ label, value, onChange, required = false, max = 50, error }: AddressInputProps) {
  const { t } = useTranslation('mail');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { text, problem, setText, add, commit, paste } = useAddressEntry({
    value,
    max,
    onChange,
    onAdded: () => combobox.closeDropdown(),
  });
  const contacts = useContacts(text);
  const choice = useOptionChoice({
    combobox,
    values: contacts.found.map(({ email }) => email),
    query: text,
    loading: contacts.loading,
    onChoose: (address) => add([address]),
  });
  // Text with an @ is taken as an address. Other text is a name, and Enter chooses the contact.
  const mayBeAddress = text.includes('@');
  const onEnterCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !mayBeAddress) return choice.onKeyDownCapture(event as KeyboardEvent<HTMLElement>);
    event.preventDefault();
    if (!(event.ctrlKey || event.metaKey)) event.stopPropagation();
    commit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
    if (event.key !== ',' && event.key !== ';') return;
    event.preventDefault();
    commit();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={(address) => add([address])} transitionProps={{ duration: 0 }}>
      <Combobox.DropdownTarget>
        <PillsInput size="sm" label={label} withAsterisk={required} error={problem ?? error}>
          <Pill.Group>
            {value.map((address) => (
              <Pill
                key={address}
                withRemoveButton
                onRemove={() => onChange(value.filter((one) => one !== address))}
                removeButtonProps={{
                  'aria-label': t('addresses.remove', { address }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
              >
                {address}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={label}
                inputMode="email"
                autoComplete="off"
                placeholder={value.length === 0 ? t('addresses.placeholder') : ''}
                value={text}
                onChange={(event) => {
                  choice.cancel();
                  setText(event.currentTarget.value);
                  combobox.openDropdown();
                }}
                onKeyDownCapture={onEnterCapture}
                onKeyDown={onKeyDown}
                onPaste={paste}
                onBlur={() => {
                  combobox.closeDropdown();
                  commit();
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={contacts.found.length === 0}>
        <Combobox.Options>
          {contacts.found.map(({ id, name, email }) => (
            <Combobox.Option key={id} value={email}>
              <Text size="sm">{name}</Text>
              <Text size="xs" c="dimmed">
                {email}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface AddressEntryOptions {
  readonly value: readonly string[];
  readonly max: number;
  readonly onChange: (value: readonly string[]) => void;
  readonly onAdded: () => void;
}

/** The text that is typed into an input for addresses, and how it becomes addresses. */
function useAddressEntry({ value, max, onChange, onAdded }: AddressEntryOptions) {
  const { t } = useTranslation('mail');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (addresses: readonly string[]) => {
    const known = new Set(value.map((address) => address.toLowerCase()));
    const fresh = addresses.filter((address) => !known.has(address.toLowerCase()));
    setProblem(value.length + fresh.length > max ? t('addresses.tooMany', { max }) : undefined);
    onChange([...value, ...fresh].slice(0, max));
    setText('');
    onAdded();
  };
  return {
    text,
    problem,
    setText: (typed: string) => {
      setText(typed);
      setProblem(undefined);
    },
    add,
    /** Adds the typed addresses, or shows an error if they are invalid. */
    commit: () => {
      const typed = text.trim().replace(/[,;]$/, '');
      if (typed === '') return setProblem(undefined);
      const { valid, invalid } = readAddresses(typed);
      if (invalid.length > 0) return setProblem(t('addresses.invalid', { addresses: typed, count: 1 }));
      add(valid);
    },
    paste: (event: ClipboardEvent) => {
      const { valid, invalid } = readAddresses(event.clipboardData.getData('text'));
      if (valid.length === 0 || invalid.length > 0) return;
      event.preventDefault();
      add(valid);
    },
  };
}

/** Contacts with an address that match the text. */
function useContacts(text: string) {
  const model = useRegistry().find('sales.contacts');
  const can = useCan();
  const [q] = useDebouncedValue(text.trim(), 200);
  const input = { q, filter: { email: { null: false } }, limit: 8, fields: ['name', 'firstName', 'lastName', 'email'] };
  const { data, isFetching } = useQuery({
    queryKey: keys.list(contactsPath, input),
    queryFn: ({ signal }) => records.list(contactsPath, input, signal),
    enabled: q.length >= minSearched && !isAddress(q) && model !== undefined && can.read(model),
    placeholderData: keepPreviousData,
  });
  const isName = model !== undefined && text.trim().length >= minSearched && !isAddress(text.trim());
  const found = (isName ? (data?.data ?? []) : []).map((contact) => ({
    id: contact._id,
    name: model ? titleOf(model, contact) : '',
    email: String(contact.email),
  }));
  return {
    found: namedFirst(found, text, ({ name }) => name),
    loading: isName && can.read(model) && (isFetching || q !== text.trim()),
  };
}
