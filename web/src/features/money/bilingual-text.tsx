import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'

/**
 * Shows `children` in the language of the reader, and the Portuguese text small below. A reader of Portuguese sees only
 * the Portuguese text. rule: activation
 */
export function BilingualText({
  portuguese,
  children,
}: {
  portuguese: string
  children: ReactNode
}) {
  const { i18n } = useTranslation()
  const isPortuguese = i18n.language === 'pt'
  return (
    <span className="flex flex-col">
      {!isPortuguese && <span>{children}</span>}
      <span lang="pt" className={isPortuguese ? undefined : 'text-sm font-normal tracking-normal'}>
        {portuguese}
      </span>
    </span>
  )
}
