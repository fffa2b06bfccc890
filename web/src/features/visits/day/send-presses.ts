import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ChecklistItem, VisitPhoto } from '#contract/visits/checklist.ts'
import { Refusal } from '#web/api/client.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { sendInOrder } from '#web/api/send-in-order.ts'
import { upload } from '#web/api/upload.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { pressTimes } from '#web/features/bookings/one/press-age.ts'
import { followPressesOfOtherTabs, pictureOf, pressQueue } from './press-queue.ts'
import type { ItemPress, PhotoPress, Press, StagePress, UndoPress } from './press-queue.ts'
import { visitKeys } from './visits.api.ts'

type VisitAnswer = Answer<'GET /api/bookings/{id}/visit'>
type PressAnswer = VisitAnswer | { item: ChecklistItem } | { photo: VisitPhoto }

const REQUEST_TIMEOUT_MS = 20_000
/** The server answers later: too many requests, or it is busy. */
const LATER_STATUSES = [429, 503]
/** How often a press that makes the server fail is sent again by itself: for about half a minute. */
const FAILED_RETRIES_MAX = 5

type Sender = { api: Api; queryClient: QueryClient; i18n: Pick<I18n, 'language'>; userId: string }

/**
 * Sends the presses of the queue in their order, while this user is signed in. Returns how to stop. rule: press-queue
 */
export function sendPresses({ api, queryClient, i18n, userId }: Sender): () => void {
  // A mutation, because the error handler of the mutation cache notices an expired session.
  const request = new MutationObserver(queryClient, {
    mutationFn: (press: Press): Promise<PressAnswer> => {
      if ('stage' in press) return deliverStage(api, press)
      if ('undo' in press) return deliverUndo(api, press)
      if ('item' in press) return deliverItem(api, press)
      return deliverPhoto(i18n, press)
    },
  })
  /** How often the server failed at a press, by its key. */
  const failed = new Map<string, number>()
  const send = async (press: Press) => {
    if ('photo' in press && !(await pictureOf(press))) {
      pressQueue.refuse(press.key, { code: 'image_required', message: '' })
      return 'next'
    }
    pressQueue.markTried(press.key)
    try {
      const answer = await request.mutate(press)
      // A read that is under way does not know this press yet, and would show the state before it.
      await queryClient.cancelQueries({ queryKey: visitKeys.one(press.booking) })
      queryClient.setQueryData<VisitAnswer>(visitKeys.one(press.booking), (known) =>
        'visit' in answer ? answer : known && withWork(known, answer),
      )
      pressQueue.remove(press.key)
      void refreshQueries(queryClient, 'bookings')
      return 'next'
    } catch (error) {
      if (!(error instanceof Refusal) || LATER_STATUSES.includes(error.status)) return 'retry'
      // It stays until the user has logged in again.
      if (error.code === 'not_signed_in') return 'stop'
      const failures = failed.get(press.key) ?? 0
      if (error.status >= 500 && failures < FAILED_RETRIES_MAX) {
        failed.set(press.key, failures + 1)
        return 'retry'
      }
      failed.delete(press.key)
      pressQueue.refuse(press.key, error)
      return 'next'
    }
  }
  const stops = [
    followPressesOfOtherTabs(userId),
    sendInOrder({
      next: pressQueue.next,
      laneOf: ({ booking }) => booking,
      send,
      subscribe: pressQueue.subscribe,
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** rule: visit-stages */
function deliverStage(
  api: Api,
  { key, booking, stage, eta, actual, note, ...pressed }: StagePress,
) {
  return api.call('POST /api/bookings/{id}/stages', {
    params: { id: booking },
    body: {
      stage,
      ...pressTimes(pressed),
      ...(eta === undefined ? {} : { eta_minutes: eta }),
      ...(actual === undefined ? {} : { actual_minutes: actual }),
      ...(note === undefined ? {} : { note }),
    },
    idempotencyKey: key,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

/** rule: visit-stages */
function deliverUndo(api: Api, { booking, undo }: UndoPress) {
  return api.call('DELETE /api/bookings/{id}/stages/{stage}', {
    params: { id: booking, stage: undo },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

/** The later press wins, so one that came twice changes nothing. rule: checklist, visit-stages */
function deliverItem(api: Api, { booking, item, state, note, ...pressed }: ItemPress) {
  return api.call('PUT /api/bookings/{id}/checklist/{item}', {
    params: { id: booking, item },
    body: { state, ...pressTimes(pressed), ...(note === undefined ? {} : { note }) },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

/** rule: visit-photos, visit-stages */
async function deliverPhoto({ language }: Pick<I18n, 'language'>, press: PhotoPress) {
  const { key, booking, moment } = press
  const { pressed_at, sent_at } = pressTimes(press)
  const form = new FormData()
  form.append('moment', moment)
  form.append('pressed_at', pressed_at)
  form.append('sent_at', sent_at)
  form.append('image', (await pictureOf(press))!)
  return upload('POST /api/bookings/{id}/photos', {
    params: { id: booking },
    form,
    language,
    idempotencyKey: key,
  })
}

function withWork({ visit }: VisitAnswer, answer: Exclude<PressAnswer, VisitAnswer>): VisitAnswer {
  if ('photo' in answer) return { visit: { ...visit, photos: [...visit.photos, answer.photo] } }
  const { item } = answer
  const checklist = visit.checklist.map((one) => (one.id === item.id ? item : one))
  return { visit: { ...visit, checklist } }
}
