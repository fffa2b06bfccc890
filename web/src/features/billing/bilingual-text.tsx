import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The Portuguese text, and `children` below it for readers of another language. rule: activation-prompt */
export function BilingualText({
  portuguese,
  children,
}: {
  portuguese: string
  children: ReactNode
}) {
  const { i18n } = useTranslation()
  return (
    <span className="flex flex-col">
      <span lang="pt">{portuguese}</span>
      {i18n.language !== 'pt' && <span className="text-sm font-normal">{children}</span>}
    </span>
  )
}
