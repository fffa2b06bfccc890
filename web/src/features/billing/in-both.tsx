import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The Portuguese text, and `children` right below it for readers of another language (decision 38). */
export function InBoth({ portuguese, children }: { portuguese: string; children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <span className="flex flex-col">
      <span lang="pt">{portuguese}</span>
      {i18n.language !== 'pt' && <span className="text-sm font-normal">{children}</span>}
    </span>
  )
}
