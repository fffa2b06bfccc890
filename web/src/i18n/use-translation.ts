import { createContext, use, useSyncExternalStore } from 'react'
import type { I18n } from './i18n.ts'
import { withStatus } from '#web/loading/promise-status.ts'
import type { Parts, TFunction } from './translate.ts'

const I18nContext = createContext<I18n | undefined>(undefined)
export const I18nProvider = I18nContext.Provider
const HERE = withStatus(Promise.resolve())

/** `t` of these parts in the current language, and the language itself; waits for words that are not here yet. */
export function useTranslation<const P extends Parts = 'app'>(
  parts: P = 'app' as P,
): { t: TFunction<P>; i18n: I18n } {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useTranslation needs an I18nProvider above it')
  const language = () => i18n.language
  useSyncExternalStore(i18n.subscribe, language, language)
  // Called whether or not there is anything to wait for: React renders again in the middle, where words came, and must find use() again.
  use(i18n.has(parts) ? HERE : i18n.load('all'))
  return { t: i18n.translatorFor(parts), i18n }
}
