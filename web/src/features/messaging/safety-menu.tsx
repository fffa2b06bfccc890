import { useId, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { MoreIcon } from '#web/ui/icons-signed-in.tsx'
import { BlockDialog } from './block-dialog.tsx'
import type { Conversation } from './messaging.api.ts'
import { ReportDialog } from './report-dialog.tsx'

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-left font-medium hover:bg-mint'

/** What one can do about somebody unpleasant. */
export function SafetyMenu({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('messaging')
  const [asking, setAsking] = useState<'block' | 'report'>()
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const ask = (what: 'block' | 'report') => {
    menu.current?.hidePopover()
    setAsking(what)
  }
  const close = () => setAsking(undefined)
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('more')}
        className="grid size-11 place-items-center rounded-md text-soft hover:bg-mint hover:text-ink"
      >
        <MoreIcon className="size-6" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="absolute inset-auto top-32 right-4 w-52 rounded-lg border border-line bg-raised p-2 text-ink shadow-float open:animate-slide md:top-36 md:right-[max(3rem,calc(50vw-35rem))]"
      >
        <button type="button" className={ITEM} onClick={() => ask('report')}>
          {t('report.open')}
        </button>
        {!conversation.blocked && (
          <button type="button" className={ITEM} onClick={() => ask('block')}>
            {t('block.open')}
          </button>
        )}
      </div>
      {asking === 'block' && <BlockDialog conversation={conversation} onClose={close} />}
      {asking === 'report' && <ReportDialog conversation={conversation} onClose={close} />}
    </div>
  )
}
