import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Tone = 'good' | 'waiting' | 'bad' | 'plain'

const TONES: Record<Tone, string> = {
  good: 'bg-mint text-action',
  waiting: 'bg-amber-soft text-amber',
  bad: 'bg-clay-soft text-clay',
  plain: 'bg-sky text-ink',
}

/** A status as text. Colour and icon only support the text. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-semibold',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
