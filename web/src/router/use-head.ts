import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Namespace } from '#web/i18n/translations.ts'
import { fullTitle } from './view.ts'
import type { View, ViewProps } from './view.ts'

/** Sets the tab's title and the page's language. Sets them again when data that the title names arrives. */
export function useHead(view: View, props: ViewProps<string>): void {
  const queryClient = useQueryClient()
  const { t, i18n } = useTranslation<readonly Namespace[]>([])
  const { language } = i18n
  useEffect(() => {
    const apply = () => {
      const root = document.documentElement
      // Setting even the same language makes the browser compute all styles again.
      if (root.lang !== language) root.lang = language
      try {
        const title = fullTitle(view.head({ ...props, t, language, queryClient }).title)
        if (document.title !== title) document.title = title
      } catch {
        // The component throws this error too, and the crash screen shows it.
      }
    }
    apply()
    return queryClient.getQueryCache().subscribe(apply)
  }, [view, props, queryClient, t, language])
}
