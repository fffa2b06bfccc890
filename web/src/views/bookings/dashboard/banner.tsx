import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Tone = 'waiting' | 'good' | 'plain'

const TONES: Record<Tone, string> = {
  waiting: 'bg-amber-soft [--sign:var(--color-amber)]',
  good: 'bg-mint [--sign:var(--color-action)]',
  plain: 'bg-sky [--sign:var(--color-ink)]',
}

/** A message at the top of the dashboard: an icon, a sentence, and at most one action. */
export function Banner({
  tone,
  icon,
  title,
  action,
  children,
}: {
  tone: Tone
  icon: ReactNode
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'flex animate-slide flex-wrap items-center gap-x-6 gap-y-3 rounded-lg p-4 md:px-5',
        TONES[tone],
      )}
    >
      <div className="flex min-w-0 grow basis-80 items-start gap-3">
        <span className="mt-0.5 shrink-0 text-(--sign)">{icon}</span>
        <div className="measure min-w-0">
          <h2 className="text-lg text-(--sign)">{title}</h2>
          <p>{children}</p>
        </div>
      </div>
      {action}
    </section>
  )
}

/** A banner of one line: its name, a fact, and at most one action. rule: dashboard-banners */
export function BannerLine({
  tone,
  icon,
  title,
  action,
  children,
}: {
  tone: Tone
  icon: ReactNode
  title: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'flex animate-slide flex-wrap items-center gap-x-4 rounded-lg px-4 py-1',
        TONES[tone],
      )}
    >
      <span className="shrink-0 text-(--sign)">{icon}</span>
      <p className="min-w-0 grow basis-40 py-1">
        <strong className="font-semibold text-(--sign)">{title}</strong>
        {children && <> {children}</>}
      </p>
      {action}
    </section>
  )
}
