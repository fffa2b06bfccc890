import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Conversation } from './messaging.api.ts'

/** In the composer's place while the reader has blocked the other side. */
export function Blocked({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('messaging')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const unblock = useMutation({
    mutationFn: () =>
      api.call('DELETE /api/chat/block/{otherUserId}', {
        params: { otherUserId: conversation.other_user_id },
      }),
    onSuccess: () => refreshQueries(queryClient, 'messages'),
    onError: (error) => toast.problem(refusalText(error)),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface p-4">
      <p className="text-soft">{t('blocked.text', { name: conversation.other_user_name })}</p>
      <Button look="quiet" busy={unblock.isPending} onClick={() => unblock.mutate()}>
        {t('blocked.unblock')}
      </Button>
    </div>
  )
}
