import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Refusal } from '#web/api/client.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { sendInOrder } from '#web/api/send-in-order.ts'
import { upload } from '#web/api/upload.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { createFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { messagingKeys } from './messaging.api.ts'
import { followOutboxOfOtherTabs, outbox } from './outbox.ts'
import type { OutgoingMessage } from './outbox.ts'
import { withSent } from '../thread/thread-cache.ts'
import type { Thread } from '../thread/thread-cache.ts'

const REQUEST_TIMEOUT_MS = 20_000
/** The server is busy, or its database is away for a moment. */
const LATER_STATUS = 503

type Sender = { api: Api; queryClient: QueryClient; i18n: I18n; userId: string }
type Written = Answer<'POST /api/chat/messages'>

/**
 * Sends the messages of the outbox one after the other, while this user is signed in. Two tabs may send the same
 * message: its Idempotency-Key lets it be written once. Returns how to stop. rule: outbox
 */
export function sendOutbox(sender: Sender): () => void {
  const { queryClient, userId } = sender
  // A mutation, because the error handler of the mutation cache notices an expired session.
  const request = new MutationObserver(queryClient, {
    mutationFn: (message: OutgoingMessage) => deliver(sender, message),
  })
  const failure = failureToast(sender.i18n)

  const send = async (message: OutgoingMessage) => {
    const { key, picture } = message
    // A phone may revoke access to a file of another app after a while.
    if (picture && !(await isReadable(picture))) {
      outbox.markPhotoLost(key)
      return 'next'
    }
    outbox.setSending({ key, sent: 0 })
    failure.clear()
    try {
      showSent(sender, message, await request.mutate(message))
      return 'next'
    } catch (error) {
      // The message itself shows that it waits for a connection. It has not failed.
      if (!(error instanceof Refusal)) return 'retry'
      if (error.status === LATER_STATUS) return { retryInMs: error.retryAfterMs }
      // The message stays until the user has logged in again.
      if (error.code === 'not_signed_in') return 'stop'
      failure.show()
      outbox.refuse(key, error, error.status < 500 ? 'not_written' : 'unknown')
      return 'next'
    }
  }
  const stops = [
    followOutboxOfOtherTabs(userId),
    sendInOrder({
      next: outbox.next,
      send,
      onIdle: () => outbox.setSending(undefined),
      subscribe: outbox.subscribe,
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Moves a message that the server has written from the outbox into the thread. */
function showSent({ queryClient, userId }: Sender, message: OutgoingMessage, written: Written) {
  queryClient.setQueryData<Thread>(
    messagingKeys.thread(userId, message.to),
    (cached) => cached && withSent(cached, written),
  )
  outbox.remove(message.key)
  void refreshQueries(queryClient, 'messages')
}

/** The toast 'Failed to send message' of a refused message, shown on whatever screen the user is. */
function failureToast(i18n: I18n) {
  const failure = createFailureToast()
  const show = async () => {
    await i18n.load()
    failure.show(i18n.translatorFor('messaging')('failed.send'))
  }
  return {
    // Without translations nothing is shown; the message itself shows that it was refused.
    show: () => void show().catch(() => {}),
    clear: failure.clear,
  }
}

function deliver({ api, i18n, userId }: Sender, message: OutgoingMessage): Promise<Written> {
  const { key, to, text, picture } = message
  if (!picture) {
    return api.call('POST /api/chat/messages', {
      body: { sender_id: userId, receiver_id: to, message: text },
      idempotencyKey: key,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  }
  const form = new FormData()
  form.set('message', text)
  form.set('image', picture)
  return upload('POST /api/chat/pictures/{id}', {
    params: { id: to },
    form,
    language: i18n.language,
    idempotencyKey: key,
    onProgress: (sent) => outbox.setSending({ key, sent }),
  })
}

const isReadable = (picture: Blob) =>
  picture.arrayBuffer().then(
    () => true,
    () => false,
  )
