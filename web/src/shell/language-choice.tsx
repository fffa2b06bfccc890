import { useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { noteOwnChoice } from '#web/i18n/detect-language.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { toast } from '#web/ui/states/toast-store.ts'

/** The field that changes the language of all screens. rule: language-choice */
export function LanguageChoice() {
  const { t, i18n } = useTranslation(['app', 'errors'])
  const failure = useRef(0)
  const choose = async (language: Language) => {
    toast.dismiss(failure.current)
    noteOwnChoice()
    try {
      await i18n.choose(language)
      // A crashed screen does not set it.
      document.documentElement.lang = language
    } catch {
      failure.current = toast.problem(t('errors:connection_lost'))
    }
  }
  return (
    <label className="flex items-center justify-between gap-2 text-sm text-soft">
      {t('language')}
      <span className="relative block">
        <select
          className="min-h-11 appearance-none rounded-md border border-edge bg-surface pr-9 pl-3 text-base text-ink hover:border-action"
          // A value that the browser restores after a reload would count as a choice.
          autoComplete="off"
          value={i18n.language}
          onChange={(event) => void choose(event.target.value as Language)}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4" />
      </span>
    </label>
  )
}
