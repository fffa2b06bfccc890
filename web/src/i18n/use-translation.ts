import { createContext, use, useSyncExternalStore } from 'react'
import { withStatus } from '#web/loading/promise-status.ts'
import type { I18n } from './i18n.ts'
import type { Namespaces, TFunction } from './translate.ts'

const I18nContext = createContext<I18n | undefined>(undefined)
export const I18nProvider = I18nContext.Provider
const LOADED = withStatus(Promise.resolve())

/** `t` of these namespaces in the current language. Suspends while they are not loaded. */
export function useTranslation<const N extends Namespaces = 'app'>(
  namespaces: N = 'app' as N,
): { t: TFunction<N>; i18n: I18n } {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('I18nProvider is missing')
  const language = () => i18n.language
  useSyncExternalStore(i18n.subscribe, language, language)
  // use() is called even if all is loaded: React may render again halfway, after loading, and must find the same hooks.
  use(i18n.has(namespaces) ? LOADED : i18n.load())
  return { t: i18n.translatorFor(namespaces), i18n }
}
