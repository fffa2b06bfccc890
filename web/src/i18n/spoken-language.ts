import { useMemo } from 'react'
import { LOCALES } from '#contract/formats.ts'
import type { SpokenLanguage } from '#contract/offer-rules.ts'
import { useTranslation } from './use-translation.ts'

/** The name of a language in the reader's, as it stands within a sentence: 'Spanish', 'espanhol'. */
export function useSpokenLanguage(): (language: SpokenLanguage) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const names = new Intl.DisplayNames(LOCALES[i18n.language], { type: 'language' })
    return (language) => names.of(language) ?? language
  }, [i18n.language])
}
