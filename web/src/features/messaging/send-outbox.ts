import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { I18n } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/toast-store.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { subscribeToLive } from '#web/api/live-connection.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { threadKey, withSent } from './thread-cache.ts'
import type { Thread } from './thread-cache.ts'
import { followOtherTabs, outbox } from './outbox.ts'
import type { Outgoing } from './outbox.ts'
import { upload } from '#web/api/upload.ts'
import { backoffMs } from '#web/api/backoff.ts'

const ANSWER_WITHIN_MS = 20_000

type Sender = { api: Api; queryClient: QueryClient; i18n: I18n; userId: string }

/**
 * Sends what lies in the outbox, one after the other, and tries again until the server has it or says no. Two tabs may send the same
 * message: its key lets it be written once.
 */
export function sendOutbox(sender: Sender): () => void {
  const { queryClient, i18n, userId } = sender
  // Through the cache of mutations, where an ended session is noticed.
  const call = new MutationObserver(queryClient, {
    mutationFn: (message: Outgoing) => deliver(sender, message),
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let toldOfFailure = 0
  let busy = false
  const ended = new AbortController()

  const sendAll = async () => {
    if (busy) return
    busy = true
    clearTimeout(timer)
    let message = outbox.next()
    while (message && !ended.signal.aborted && (await send(message))) message = outbox.next()
    outbox.sending(undefined)
    busy = false
  }

  const tellOfFailure = async () => {
    await i18n.load('all')
    toldOfFailure = toast.problem(i18n.translatorFor('messaging')('failed.send'))
  }
  const send = async (message: Outgoing): Promise<boolean> => {
    const { key, to, picture } = message
    // On a phone a photo of elsewhere is there for a while only.
    if (picture && !(await isReadable(picture))) {
      outbox.lose(key)
      return true
    }
    outbox.sending({ key, sent: 0 })
    try {
      const written = await call.mutate(message)
      queryClient.setQueryData<Thread>(
        threadKey(userId, to),
        (known) => known && withSent(known, written),
      )
      outbox.remove(key)
      failures = 0
      toast.dismiss(toldOfFailure)
      void refreshQueries(queryClient, 'messages')
      return true
    } catch (error) {
      const refused = error instanceof Refusal
      // It stays until she has logged in again.
      if (refused && error.code === 'not_signed_in') return false
      if (failures === 0 || refused) {
        tellOfFailure().catch(() => {})
      }
      if (refused) {
        outbox.refuse(key, error.code, error.status < 500 ? 'no' : 'unknown')
        return true
      }
      timer = setTimeout(() => void sendAll(), backoffMs(++failures))
      return false
    }
  }

  const atOnce = () => void sendAll()
  window.addEventListener('online', atOnce)
  const stops = [
    followOtherTabs(userId),
    outbox.subscribe(() => {
      if (!busy && !failures) atOnce()
    }),
    subscribeToLive(({ type }) => type === 'hello' && atOnce()),
    () => window.removeEventListener('online', atOnce),
    () => clearTimeout(timer),
  ]
  atOnce()
  return () => {
    ended.abort()
    for (const stop of stops) stop()
  }
}

function deliver({ api, i18n, userId }: Sender, message: Outgoing) {
  const { key, to, text, picture } = message
  if (!picture) {
    return api.call('POST /api/chat/messages', {
      body: { sender_id: userId, receiver_id: to, message: text },
      idempotencyKey: key,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  }
  const form = new FormData()
  form.set('message', text)
  form.set('image', picture)
  return upload('POST /api/chat/pictures/{receiverId}', {
    params: { receiverId: to },
    form,
    language: i18n.language,
    idempotencyKey: key,
    onProgress: (sent) => outbox.sending({ key, sent }),
  })
}

const isReadable = (picture: Blob) =>
  picture.arrayBuffer().then(
    () => true,
    () => false,
  )
