import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ChecklistItem } from '#contract/checklist.ts'
import { Refusal } from '#web/api/client.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { randomKey } from '#web/api/random-key.ts'
import { sendInOrder } from '#web/api/send-in-order.ts'
import { followPressesOfOtherTabs, pressQueue } from './press-queue.ts'
import type { ItemPress, Press, StagePress } from './press-queue.ts'
import { visitKey } from './visits.api.ts'

type VisitAnswer = Answer<'GET /api/bookings/{id}/visit'>

const REQUEST_TIMEOUT_MS = 20_000

type Sender = { api: Api; queryClient: QueryClient; userId: string }

/** Sends the presses of the queue in their order, while this user is signed in. Returns how to stop. rule: press-queue */
export function sendPresses({ api, queryClient, userId }: Sender): () => void {
  // A mutation, because the error handler of the mutation cache notices an expired session.
  const request = new MutationObserver(queryClient, {
    mutationFn: (press: Press): Promise<VisitAnswer | { item: ChecklistItem }> =>
      'stage' in press ? deliverStage(api, press) : deliverItem(api, press),
  })
  const send = async (press: Press) => {
    try {
      const answer = await request.mutate(press)
      // A read that is under way does not know this press yet, and would show the state before it.
      await queryClient.cancelQueries({ queryKey: visitKey(press.booking) })
      queryClient.setQueryData<VisitAnswer>(visitKey(press.booking), (known) =>
        'visit' in answer ? answer : known && withItem(known, answer.item),
      )
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
function deliverStage(api: Api, { booking, stage, at, eta, note }: StagePress) {
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

/** The later press wins, so one that came twice changes nothing. rule: checklist, press-time */
function deliverItem(api: Api, { booking, item, state, at, note }: ItemPress) {
  return api.call('PUT /api/bookings/{id}/checklist/{item}', {
    params: { id: booking, item },
    body: {
      state,
      pressed_at: at,
      sent_at: new Date().toISOString(),
      ...(note === undefined ? {} : { note }),
    },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

function withItem({ visit }: VisitAnswer, item: ChecklistItem): VisitAnswer {
  const checklist = visit.checklist.map((one) => (one.id === item.id ? item : one))
  return { visit: { ...visit, checklist } }
}
