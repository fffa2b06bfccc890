import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { refreshQueries } from '#web/api/query-meta.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { REPORT_REASON_LENGTH_MAX } from '#contract/talk/message-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MoreIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { ReasonDialog } from '#web/ui/forms/reason-dialog.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import type { Conversation } from './messaging.api.ts'
import { useOtherFirstName } from './other-name.ts'

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-left font-medium hover:bg-mint'

/** The menu with Report and Block. rules: block */
export function SafetyMenu({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('messaging')
  const [openDialog, setOpenDialog] = useState<'block' | 'report'>()
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const open = (dialog: 'block' | 'report') => {
    menu.current?.hidePopover()
    setOpenDialog(dialog)
  }
  const close = () => setOpenDialog(undefined)
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
        <button type="button" className={ITEM} onClick={() => open('report')}>
          {t('report.open')}
        </button>
        {!conversation.blocked && (
          <button type="button" className={ITEM} onClick={() => open('block')}>
            {t('block.open')}
          </button>
        )}
      </div>
      {openDialog === 'block' && <BlockDialog conversation={conversation} onClose={close} />}
      {openDialog === 'report' && <ReportDialog conversation={conversation} onClose={close} />}
    </div>
  )
}

type BlockDialogProps = { conversation: Conversation; onClose: () => void }

/** Explains what blocking does, and blocks. rule: block */
function BlockDialog({ conversation, onClose }: BlockDialogProps) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const { other_user_id: otherId } = conversation
  const name = useOtherFirstName(conversation)
  const block = useMutation({
    mutationFn: () => api.call('POST /api/chat/block', { body: { other_user_id: otherId } }),
    onSuccess: async () => {
      await refreshQueries(queryClient, 'messages')
      toast.success(t('block.done', { name }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('block.title', { name })}
      submit={t('block.confirm')}
      look="danger"
      busy={block.isPending}
      back={t('keep')}
      onSubmit={() => block.mutate()}
      onClose={onClose}
    >
      {block.isError && <MessageBox tone="problem">{refusalText(block.error)}</MessageBox>}
      <p className="measure">{t('block.help', { name })}</p>
    </FormDialog>
  )
}

type ReportDialogProps = { conversation: Conversation; onClose: () => void }

/**
 * Reports the other side to the operator. A retry of the same reason has the same key. rule: block, idempotency-key
 */
function ReportDialog({ conversation, onClose }: ReportDialogProps) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  const api = useApi()
  const { other_user_id: otherId } = conversation
  const name = useOtherFirstName(conversation)
  const sent = useRef({ reason: '', key: '' })
  const report = useMutation({
    mutationFn: (reason: string) => {
      if (sent.current.reason !== reason) sent.current = { reason, key: randomKey() }
      return api.call('POST /api/chat/report', {
        body: { other_user_id: otherId, reason },
        idempotencyKey: sent.current.key,
      })
    },
    onSuccess: () => {
      toast.success(t('report.done'))
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('report.title', { name })}
      submit={t('report.confirm')}
      busy={report.isPending}
      back={t('keep')}
      onClose={onClose}
      label={t('report.reason')}
      help={t('report.help', { name })}
      lengthMax={REPORT_REASON_LENGTH_MAX}
      rows={4}
      onSubmit={(reason) => report.mutate(reason)}
    >
      {report.isError && <MessageBox tone="problem">{refusalText(report.error)}</MessageBox>}
    </ReasonDialog>
  )
}

/** Replaces the composer while the reader blocks the other side. rule: block */
export function BlockedNotice({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const name = useOtherFirstName(conversation)
  const failure = useFailureToast()
  const unblock = useMutation({
    onMutate: failure.clear,
    mutationFn: () =>
      api.call('DELETE /api/chat/block/{otherUserId}', {
        params: { otherUserId: conversation.other_user_id },
      }),
    onSuccess: () => refreshQueries(queryClient, 'messages'),
    onError: (error) => failure.show(refusalText(error)),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface p-4">
      <p className="text-soft">{t('blocked.text', { name })}</p>
      <Button look="quiet" busy={unblock.isPending} onClick={() => unblock.mutate()}>
        {t('blocked.unblock')}
      </Button>
    </div>
  )
}
