import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The title of the tab: what the screen shows, then the console. Undefined: it stays. */
export function useTitle(title: string | undefined): void {
  const { t } = useTranslation('console')
  const name = t('tab')
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`
  }, [title, name])
}
