import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { randomKey } from '#web/api/random-key.ts'
import { sendInOrder } from '#web/api/send-in-order.ts'
import { followPressesOfOtherTabs, pressQueue } from './press-queue.ts'
import type { Press } from './press-queue.ts'
import { visitKey } from './visits.api.ts'

const REQUEST_TIMEOUT_MS = 20_000

type Sender = { api: Api; queryClient: QueryClient; userId: string }

/** Sends the presses of the queue in their order, while this user is signed in. Returns how to stop. rule: press-queue */
export function sendPresses({ api, queryClient, userId }: Sender): () => void {
  // A mutation, because the error handler of the mutation cache notices an expired session.
  const request = new MutationObserver(queryClient, {
    mutationFn: (press: Press) => deliver(api, press),
  })
  const send = async (press: Press) => {
    try {
      queryClient.setQueryData(visitKey(press.booking), await request.mutate(press))
      pressQueue.remove(press.key)
      void refreshQueries(queryClient, 'bookings')
      return 'next'
    } catch (error) {
      if (!(error instanceof Refusal)) return 'retry'
      // It stays until the user has logged in again.
      if (error.code === 'not_signed_in') return 'stop'
      pressQueue.refuse(press.key, error)
      return 'next'
    }
  }
  const stops = [
    followPressesOfOtherTabs(userId),
    sendInOrder({ next: pressQueue.next, send, subscribe: pressQueue.subscribe }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * The time of sending belongs to each attempt, so each has its own Idempotency-Key: a stage that came twice is one
 * anyway. rule: press-time
 */
function deliver(api: Api, { booking, stage, at, eta, note }: Press) {
  return api.call('POST /api/bookings/{id}/stages', {
    params: { id: booking },
    body: {
      stage,
      pressed_at: at,
      sent_at: new Date().toISOString(),
      ...(eta === undefined ? {} : { eta_minutes: eta }),
      ...(note === undefined ? {} : { note }),
    },
    idempotencyKey: randomKey(),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}
