import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon, WarningIcon } from '../pictures/icons.tsx'

type MessageBoxProps = { tone: 'problem' | 'success'; children: ReactNode; className?: string }

/** A message within the page, announced to screen readers. Success is green, a problem red, each with its icon. */
export function MessageBox({ tone, children, className }: MessageBoxProps) {
  const problem = tone === 'problem'
  return (
    <div
      role={problem ? 'alert' : 'status'}
      className={classNames(
        'flex items-start gap-2.5 rounded-md p-3.5',
        problem ? 'bg-clay-soft text-clay' : 'bg-mint text-action',
        className,
      )}
    >
      <span className="mt-0.5 shrink-0">{problem ? <WarningIcon /> : <CheckIcon />}</span>
      <div className="font-medium">{children}</div>
    </div>
  )
}
