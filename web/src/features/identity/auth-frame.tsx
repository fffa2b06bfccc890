import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckIcon } from '../../ui/icons.tsx'

const REASONS = ['one', 'two', 'three'] as const

/** What the five account screens have in common: the form on the clean side, the lit window beside it. */
export function AuthFrame({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const { t } = useTranslation('identity')
  return (
    <div className="grid grow lg:grid-cols-2">
      <section className="mx-auto flex w-full max-w-form flex-col gap-6 px-4 py-8 md:py-14 lg:justify-center">
        <header className="flex flex-col gap-2">
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          {intro && <p className="text-soft">{intro}</p>}
        </header>
        {children}
      </section>
      <aside className="pane hidden flex-col justify-end gap-6 p-14 lg:flex">
        <p className="max-w-md font-display text-3xl font-semibold tracking-tight text-balance">{t('aside.title')}</p>
        <ul className="flex flex-col gap-3 text-lg">
          {REASONS.map((reason) => (
            <li key={reason} className="flex items-center gap-3">
              <CheckIcon className="size-5 shrink-0 text-action" />
              {t(`aside.${reason}`)}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
