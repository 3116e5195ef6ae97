import { Input, Text, Textarea, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './formula.module.css';
import type { Fault } from './formula-schema.ts';
import { completed, matching, type Suggestion, wordAt } from './suggestions.ts';

interface FormulaInputProps {
  readonly value: string;
  readonly onChange: (formula: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** The part that is wrong, which is underlined. */
  readonly fault: Fault | undefined;
  readonly error: string | undefined;
}

/** A text area for a formula, which completes the names of fields and functions and underlines an error. */
export function FormulaInput({ value, onChange, suggestions, fault, error }: FormulaInputProps) {
  const { t } = useTranslation('admin');
  const list = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState<number>();
  const [active, setActive] = useState(0);
  const [wanted, setWanted] = useState<number>();
  const word = cursor === undefined ? undefined : wordAt(value, cursor);
  const shown = word ? matching(suggestions, word.text) : [];
  const chosen = shown[Math.min(active, shown.length - 1)];

  useEffect(() => {
    if (wanted === undefined) return;
    input.current?.setSelectionRange(wanted, wanted);
    setWanted(undefined);
  }, [wanted]);

  const change = (text: string, at: number) => {
    setCursor(at);
    setActive(0);
    onChange(text);
  };
  const take = (suggestion: Suggestion) => {
    if (!word) return;
    const next = completed(value, word, suggestion);
    setCursor(undefined);
    setWanted(next.cursor);
    onChange(next.formula);
    input.current?.focus();
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey && key === ' ') {
      event.preventDefault();
      setCursor(event.currentTarget.selectionStart);
    }
    if (!chosen || ctrlKey || metaKey || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setActive((active + step + shown.length) % shown.length);
    else if (key === 'Enter' || (key === 'Tab' && !event.shiftKey)) take(chosen);
    else if (key === 'Escape') setCursor(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Input.Wrapper
      label={t('formula.label')}
      description={t('formula.help')}
      error={error}
      labelProps={{ htmlFor: `${list}-input` }}
      required
    >
      <div className={classes.box}>
        <Textarea
          ref={input}
          id={`${list}-input`}
          classNames={{ input: classes.text }}
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
          onKeyDown={keys}
          onClick={() => setCursor(undefined)}
          onBlur={() => setCursor(undefined)}
          error={error !== undefined}
          autosize
          minRows={2}
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          aria-autocomplete="list"
          aria-controls={shown.length > 0 ? list : undefined}
          aria-activedescendant={chosen ? `${list}-${shown.indexOf(chosen)}` : undefined}
          required
        />
        <Underline formula={value} fault={fault} />
        {chosen && (
          <div id={list} role="listbox" aria-label={t('formula.suggestions')} className={classes.list}>
            {shown.map((suggestion, n) => (
              <UnstyledButton
                key={suggestion.insert}
                id={`${list}-${n}`}
                role="option"
                tabIndex={-1}
                aria-selected={suggestion === chosen}
                className={classes.option}
                // The text area keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(suggestion)}
              >
                <SuggestionText suggestion={suggestion} detailed={suggestion === chosen} />
              </UnstyledButton>
            ))}
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}

function SuggestionText({ suggestion, detailed }: { readonly suggestion: Suggestion; readonly detailed: boolean }) {
  const { name, text, example } = suggestion;
  return (
    <>
      <Text span size="sm" ff="monospace">
        {name}
      </Text>
      <Text span size="xs" c="dimmed" className={classes.about}>
        {text}
      </Text>
      {detailed && example !== undefined && (
        <Text size="xs" ff="monospace" c="dimmed">
          {example}
        </Text>
      )}
    </>
  );
}

/** The same text below the text area, invisible but for the underline of the part that is wrong. */
function Underline({ formula, fault }: { readonly formula: string; readonly fault: Fault | undefined }) {
  if (!fault) return null;
  // An error at the end of the formula has no character of its own.
  const part = formula.slice(fault.position, fault.position + Math.max(1, fault.length)) || ' ';
  return (
    <div className={classes.underline} aria-hidden="true">
      {formula.slice(0, fault.position)}
      <mark className={classes.fault}>{part}</mark>
    </div>
  );
}
