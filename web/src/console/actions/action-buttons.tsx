import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionProps } from './action-dialog.tsx'

const DANGEROUS: readonly string[] = ['suspend', 'hide', 'discard', 'refuse_request']

/** Buttons that open the dialogs of actions. */
export function ActionButtons({ actions }: { actions: readonly ActionProps[] }) {
  const { t } = useTranslation('console_cases')
  const [open, setOpen] = useState<ActionProps>()
  return (
    <>
      {actions.map((about) => (
        <Button
          key={about.action}
          look={DANGEROUS.includes(about.action) ? 'danger' : 'quiet'}
          onClick={() => setOpen(about)}
        >
          {t(`actions.${about.action}`)}
        </Button>
      ))}
      {open && <ActionDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
