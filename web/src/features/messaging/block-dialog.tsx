import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Conversation } from './messaging.api.ts'

type BlockDialogProps = { conversation: Conversation; onClose: () => void }

/** Says what blocking does before it does it. */
export function BlockDialog({ conversation, onClose }: BlockDialogProps) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const { other_user_id: otherId, other_user_name: name } = conversation
  const block = useMutation({
    mutationFn: () => api.call('POST /api/chat/block', { body: { other_user_id: otherId } }),
    onSuccess: async () => {
      await refreshQueries(queryClient, 'messages')
      toast.success(t('block.done', { name }))
      onClose()
    },
  })
  return (
    <Dialog
      title={t('block.title', { name })}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button look="danger" busy={block.isPending} onClick={() => block.mutate()}>
            {t('block.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {block.isError && <Notice tone="problem">{refusalText(block.error)}</Notice>}
        <p className="measure">{t('block.help', { name })}</p>
      </div>
    </Dialog>
  )
}
