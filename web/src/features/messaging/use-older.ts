import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { threadKey, withOlder } from './thread-cache.ts'
import type { Thread } from './thread-cache.ts'
import { toast } from '#web/ui/toast-store.ts'
import { threadPage } from './messaging.api.ts'

/** Reads the page before the oldest message that is here. */
export function useOlder(userId: string, otherId: string) {
  const { t } = useTranslation('messaging')
  const api = useApi()
  const queryClient = useQueryClient()
  const key = threadKey(userId, otherId)
  return useMutation({
    mutationFn: (before: string) => threadPage(api, userId, otherId, { before }),
    onSuccess: (older) =>
      queryClient.setQueryData<Thread>(key, (known) => known && withOlder(known, older)),
    onError: () => toast.problem(t('failed.messages')),
  })
}
